import { setImmediate } from "node:timers/promises";

/** A time and not a number of rounds: one record takes a microsecond, another one a millisecond. */
const busyMsMax = 5;

/**
 * For a long loop in memory, so that calls can run between its rounds.
 * @param now the time in milliseconds
 * @returns to be awaited in each round; it yields to the event loop when the loop was busy for long enough
 */
export function createYieldToLoop(now: () => number = () => performance.now()): () => Promise<void> {
  let began = now();
  return async () => {
    if (now() - began < busyMsMax) return;
    await setImmediate();
    began = now();
  };
}
