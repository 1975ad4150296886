/**
 * Wakes one loop that waits for work. A notification that arrives while the loop is busy is kept: the next `wait` returns at once. Only one caller
 * may wait at a time: a second caller could get the notification instead of the first.
 */
export class AsyncSignal {
  #isNotified = false;
  #wake: (() => void) | undefined;

  /** An arrow function, so that it can be passed as a listener. */
  readonly notify = (): void => {
    this.#isNotified = true;
    this.#wake?.();
  };

  /** Resolves after the next notification, or after `maxMs` without one. */
  async wait(maxMs: number): Promise<void> {
    if (!this.#isNotified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#isNotified = false;
  }
}
