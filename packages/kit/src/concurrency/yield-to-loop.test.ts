import { expect, test } from "vitest";
import { createYieldToLoop } from "./yield-to-loop.js";

test("other work runs after a loop has lasted long enough, and not after every round", async () => {
  let time = 0;
  const yieldToLoop = createYieldToLoop(() => time);
  const rounds: number[] = [];
  let round = 0;
  const countIterations = () => {
    rounds.push(round);
    timer = setImmediate(countIterations);
  };
  let timer = setImmediate(countIterations);
  for (; round < 10; round += 1) {
    time += 2;
    await yieldToLoop();
  }
  clearImmediate(timer);
  // After 6 ms each.
  expect([...new Set(rounds)]).toEqual([2, 5, 8]);
});
