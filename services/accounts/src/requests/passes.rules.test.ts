import { describe, expect, test } from "vitest";
import { judgePass } from "./passes.rules.js";

const at = (second: number) => new Date(second * 1000);
const settledAt = at(100);
/** Another process has gone through everything and found nothing. */
const answer = (isComplete: boolean, changedInPass: number) => [
  { isComplete: true, changedInPass: 0 },
  { isComplete, changedInPass },
];
const clean = answer(true, 0);
const changed = answer(true, 1);

describe("a request is complete", () => {
  test("after a pass that has found nothing, and has begun when everything from before had ended", () => {
    const pass = { settledAt, parts: clean };
    expect(judgePass({ ...pass, startedAt: at(100) }, at(101))).toEqual({ is: "last" });
    expect(judgePass({ ...pass, startedAt: at(99) }, at(101))).toEqual({ is: "repeated", startsAt: at(101) });
  });

  test("never after one that has found something", () => {
    const pass = { startedAt: at(200), settledAt };
    const repeated = { is: "repeated", startsAt: at(201) };
    expect(judgePass({ ...pass, parts: changed }, at(201))).toEqual(repeated);
    expect(judgePass({ ...pass, parts: clean, hasNewNames: true }, at(201))).toEqual(repeated);
  });
});

test("a pass that has found nothing too early is repeated when it can be the last one; one that has found something, at once", () => {
  const pass = { startedAt: at(10), settledAt };
  expect(judgePass({ ...pass, parts: clean }, at(20))).toEqual({ is: "repeated", startsAt: settledAt });
  expect(judgePass({ ...pass, parts: changed }, at(20))).toEqual({ is: "repeated", startsAt: at(20) });
});

test("a pass goes on until all processes have gone through everything", () => {
  const pass = { startedAt: at(200), settledAt, parts: answer(false, 0) };
  expect(judgePass(pass, at(201))).toEqual({ is: "unfinished" });
});
