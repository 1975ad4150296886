import { setTimeout as sleep } from "node:timers/promises";
import { createCoalescingWriter } from "@tenant-ops/kit/concurrency";
import type { Database } from "@tenant-ops/kit/data";
import { type AttemptStart, markStarted, recordOutcomes } from "../deliveries/attempts.store.js";
import type { AttemptOutcome } from "../deliveries/deliveries.rules.js";

const triesMax = 4;

/** Stores starts and outcomes of the attempts of all lanes of a process, many in one command. */
export interface AttemptWriter {
  /** @returns whether all attempts of the command may be sent; false also when only attempts of another lane may not */
  markStarted: (start: AttemptStart) => Promise<boolean>;
  recordOutcome: (outcome: AttemptOutcome) => Promise<void>;
}

/** @param onFenced gets the number of outcomes that were ignored because they came too late */
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

/** Repeats the write, because a delivery whose outcome is not stored is sent again. */
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
