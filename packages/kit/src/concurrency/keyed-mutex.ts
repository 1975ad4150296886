/** Mutual exclusion per key. Callers get the mutex of a key in the order in which they asked for it. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when this caller holds the mutex of `key`. @returns the function that releases it */
  async acquire(key: string): Promise<() => void> {
    const previous = this.#last.get(key);
    let finish: () => void = () => undefined;
    const own = new Promise<void>((resolve) => (finish = resolve));
    const last = (previous ?? Promise.resolve()).then(() => own);
    this.#last.set(key, last);
    await previous;
    return () => {
      finish();
      if (this.#last.get(key) === last) this.#last.delete(key);
    };
  }

  /** Runs `work` while it holds the mutex of `key`, also when the work fails. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }
}
