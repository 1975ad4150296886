import { describe, expect, test } from "vitest";
import { judgePass } from "./passes.rules.js";

const at = (second: number) => new Date(second * 1000);
const settledAt = at(100);

describe("a request is complete", () => {
  test("after a pass that has found nothing, and has begun when everything from before had ended", () => {
    const pass = { settledAt, isComplete: true, isClean: true };
    expect(judgePass({ ...pass, startedAt: at(100) }, at(101))).toEqual({ is: "last" });
    expect(judgePass({ ...pass, startedAt: at(99) }, at(101))).toEqual({ is: "repeated", startsAt: at(101) });
  });

  test("never after one that has found something", () => {
    const pass = { startedAt: at(200), settledAt, isComplete: true, isClean: false };
    expect(judgePass(pass, at(201))).toEqual({ is: "repeated", startsAt: at(201) });
  });
});

test("a pass that has found nothing too early is repeated when it can be the last one; one that has found something, at once", () => {
  const pass = { startedAt: at(10), settledAt, isComplete: true };
  expect(judgePass({ ...pass, isClean: true }, at(20))).toEqual({ is: "repeated", startsAt: settledAt });
  expect(judgePass({ ...pass, isClean: false }, at(20))).toEqual({ is: "repeated", startsAt: at(20) });
});

test("a pass goes on until all processes have gone through everything", () => {
  const pass = { startedAt: at(200), settledAt, isComplete: false, isClean: true };
  expect(judgePass(pass, at(201))).toEqual({ is: "unfinished" });
});
