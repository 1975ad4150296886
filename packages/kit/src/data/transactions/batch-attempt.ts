/** One attempt to plan and write a batch. */
export class BatchAttempt {
  /** Whether a record came from the `RecordMemory`. Then the command that writes must verify what was planned on it. */
  usesMemory = false;
  readonly #listeners: (() => void)[] = [];

  /** @param isFresh true: every record must be read from the database */
  constructor(readonly isFresh: boolean) {}

  /** Called after the transaction of this attempt was committed. */
  onCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  committed(): void {
    for (const listener of this.#listeners) listener();
  }
}
