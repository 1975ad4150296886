import { expect, test } from "vitest";
import type { LoopCaller } from "../request/loop-time.js";
import { createLoopTurn } from "./loop-turn.js";

const [heavy, light] = ["biz_1", "biz_2"].map((name): LoopCaller => ({ kind: "business", name })) as [
  LoopCaller,
  LoopCaller,
];

test("a caller is heavy after a late turn of which it used more than a quarter, until the turn ends", () => {
  let time = 0;
  let endTurn = () => {};
  const turn = createLoopTurn(
    () => time,
    (end) => {
      endTurn = end;
    },
  );
  turn.add(heavy, 0);
  time = 90;
  turn.add(heavy, 90);
  expect(turn.isHeavy(heavy, 100)).toBe(false);
  time = 110;
  turn.add(light, 20);
  expect(turn.isHeavy(heavy, 100)).toBe(true);
  expect(turn.isHeavy(light, 100)).toBe(false);
  endTurn();
  expect(turn.isHeavy(heavy, 100)).toBe(false);
});
