import type { Outcome } from "../deliveries/deliveries.store.js";
import type { Tally } from "../endpoints/endpoints.store.js";

const triesMax = 4;

/**
 * Writes outcomes in groups: whatever arrives while one write runs goes into the next.
 * @param write says how many counted
 */
export function outcomeWriter(
  write: (outcomes: readonly Outcome[]) => Promise<number>,
  onFenced: (count: number) => void,
) {
  let waiting: { outcome: Outcome; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let isWriting = false;

  async function run(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const counted = await persistently(() => write(batch.map(({ outcome }) => outcome)));
        if (counted < batch.length) onFenced(batch.length - counted);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return (outcome: Outcome): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ outcome, resolve, reject });
      void run();
    });
}

/** An outcome that is not written down is sent again, so the write is worth a few tries. */
async function persistently<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries >= triesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tries));
    }
  }
}

export const emptyTally = (): Tally => ({ failures: 0, failuresSinceSuccess: 0 });

export function count(tally: Tally, isSuccess: boolean, at: Date): void {
  if (isSuccess) {
    tally.lastSuccessAt = at;
    tally.failuresSinceSuccess = 0;
    return;
  }
  tally.failures += 1;
  tally.failuresSinceSuccess += 1;
  tally.lastFailureAt = at;
}
