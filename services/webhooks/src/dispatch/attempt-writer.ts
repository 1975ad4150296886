import { setTimeout as sleep } from "node:timers/promises";
import { createCoalescingWriter } from "@tenant-ops/kit/concurrency";
import type { Database } from "@tenant-ops/kit/data";
import { type AttemptStart, markStarted, recordOutcomes } from "../deliveries/attempts.store.js";
import type { AttemptOutcome } from "../deliveries/deliveries.types.js";

const triesMax = 4;

/** Stores what all lanes of a process report about their attempts, many in one command. */
export interface AttemptWriter {
  /** @returns whether all attempts of this start may be sent; false also when it concerns only another lane */
  markStarted: (start: AttemptStart) => Promise<boolean>;
  recordOutcome: (outcome: AttemptOutcome) => Promise<void>;
}

/** @param onFenced is told how many outcomes came too late to count */
export function createAttemptWriter(db: Database, onFenced: (count: number) => void): AttemptWriter {
  return {
    // Without a retry: a mark that is stored twice counts as two starts.
    markStarted: createCoalescingWriter((starts) => markStarted(db, starts)),
    recordOutcome: createCoalescingWriter(async (outcomes) => {
      const counted = await withRetry(() => recordOutcomes(db, outcomes));
      if (counted < outcomes.length) onFenced(outcomes.length - counted);
    }),
  };
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
