import { setImmediate } from "node:timers/promises";

/** A time and not a number of rounds: one record takes a microsecond, another one a millisecond. */
const turnMs = 5;

/**
 * For a long loop in memory, so that calls can run between its rounds.
 * @param now the time in milliseconds
 * @returns to be awaited in each round; it pauses when this turn has lasted long enough
 */
export function createTurns(now: () => number = () => performance.now()): () => Promise<void> {
  let began = now();
  return async () => {
    if (now() - began < turnMs) return;
    await setImmediate();
    began = now();
  };
}
