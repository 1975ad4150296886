import { expect, test } from "vitest";
import type { LoopCaller } from "../request/loop-time.js";
import { createLoopIteration } from "./loop-iteration.js";

const [heavy, light] = ["biz_1", "biz_2"].map((name): LoopCaller => ({ kind: "business", name })) as [
  LoopCaller,
  LoopCaller,
];

test("a caller is heavy after a late iteration of which it used more than a quarter, until the iteration ends", () => {
  let time = 0;
  let endIteration = () => {};
  const iteration = createLoopIteration(
    () => time,
    (end) => {
      endIteration = end;
    },
  );
  iteration.add(heavy, 0);
  time = 90;
  iteration.add(heavy, 90);
  expect(iteration.isHeavy(heavy, 100)).toBe(false);
  time = 110;
  iteration.add(light, 20);
  expect(iteration.isHeavy(heavy, 100)).toBe(true);
  expect(iteration.isHeavy(light, 100)).toBe(false);
  endIteration();
  expect(iteration.isHeavy(heavy, 100)).toBe(false);
});
