/** How many records the counters of one business, subject and day may have. */
export const countSlots = 16;

/**
 * Chooses the records to which transactions add. Transactions of one business that run at the same time in one process get
 * different slots, so their increments do not conflict. Each process begins at a slot of its own, chosen at random: transactions
 * of two processes conflict only when both have the same slot, and then one of them runs again.
 */
export class CountSlots {
  readonly #own = randomSlot();
  readonly #used = new Map<string, Set<number>>();

  /**
   * Call it before the first operation of the transaction: a slot that was released after the snapshot was taken conflicts.
   * @param isRetry true after a conflict: another slot than the last one is likely to be free in the other process too
   */
  acquire(businessId: string, isRetry: boolean): AcquiredSlot {
    const used = this.#used.get(businessId) ?? new Set();
    const first = isRetry ? randomSlot() : this.#own;
    const candidates = Array.from({ length: countSlots }, (_, step) => (first + step) % countSlots);
    const slot = candidates.find((candidate) => !used.has(candidate));
    // All are in use: this transaction may conflict, and is then repeated.
    if (slot === undefined) return { slot: first, release: () => undefined };
    used.add(slot);
    this.#used.set(businessId, used);
    const release = (): void => {
      used.delete(slot);
      if (used.size === 0) this.#used.delete(businessId);
    };
    return { slot, release };
  }
}

export interface AcquiredSlot {
  slot: number;
  /** Call it once, after the transaction has ended. */
  release: () => void;
}

const randomSlot = (): number => Math.floor(Math.random() * countSlots);
