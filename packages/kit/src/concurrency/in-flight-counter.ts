import { setTimeout as sleep } from "node:timers/promises";

/** Counts work that is under way, so that a stopping process can wait for its end. */
export class InFlightCounter {
  #count = 0;
  #onIdle: Array<() => void> = [];

  get count(): number {
    return this.#count;
  }

  async run<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#onIdle.splice(0).forEach((resolve) => resolve());
    }
  }

  /**
   * Waits until nothing is under way, at most `maxMs`.
   * @returns false when the time was over before
   */
  async waitUntilIdle(maxMs: number): Promise<boolean> {
    if (this.#count === 0) return true;
    const timeout = new AbortController();
    const idle = new Promise<true>((resolve) => this.#onIdle.push(() => resolve(true)));
    const late = sleep(maxMs, false, { signal: timeout.signal }).catch(() => false);
    const isIdle = await Promise.race([idle, late]);
    timeout.abort();
    return isIdle;
  }
}
