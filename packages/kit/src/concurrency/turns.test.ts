import { expect, test } from "vitest";
import { createTurns } from "./turns.js";

test("other work runs after a loop has lasted long enough, and not after every round", async () => {
  let time = 0;
  const endTurn = createTurns(() => time);
  const rounds: number[] = [];
  let round = 0;
  const countTurns = () => {
    rounds.push(round);
    timer = setImmediate(countTurns);
  };
  let timer = setImmediate(countTurns);
  for (; round < 10; round += 1) {
    time += 2;
    await endTurn();
  }
  clearImmediate(timer);
  // After 6 ms each.
  expect([...new Set(rounds)]).toEqual([2, 5, 8]);
});
