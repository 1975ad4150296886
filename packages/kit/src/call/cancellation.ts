/** How a call learns that nobody waits for its answer any more. A Cancellation and an AbortSignal are one. */
export interface CallSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** An AbortController and its signal in one, for each call: making the signal of Node and listening to it costs as much as a small call in memory. */
export class Cancellation implements CallSignal {
  #isAborted = false;
  readonly #listeners = new Set<() => void>();

  get aborted(): boolean {
    return this.#isAborted;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Calls every listener, once. */
  abort(): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
