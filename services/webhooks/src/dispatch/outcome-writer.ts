import { setTimeout as sleep } from "node:timers/promises";
import { createCoalescingWriter } from "@tenant-ops/kit/concurrency";
import type { AttemptOutcome } from "../deliveries/deliveries.types.js";

const triesMax = 4;

/**
 * Stores outcomes in batches.
 * @param write returns how many outcomes counted
 * @param onFenced is told how many came too late to count
 */
export function createOutcomeWriter(
  write: (outcomes: readonly AttemptOutcome[]) => Promise<number>,
  onFenced: (count: number) => void,
): (outcome: AttemptOutcome) => Promise<void> {
  return createCoalescingWriter<AttemptOutcome>(async (outcomes) => {
    const counted = await withRetry(() => write(outcomes));
    if (counted < outcomes.length) onFenced(outcomes.length - counted);
  });
}

/** Repeats the write, because an outcome that is not stored means that the delivery is sent again. */
async function withRetry<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries >= triesMax) throw error;
      await sleep(250 * 2 ** tries);
    }
  }
}
