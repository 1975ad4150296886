import { describe, expect, test } from "vitest";
import { assertVersionsInOrder, findSchemaProblem, isSchemaCurrent, isSettled, needsRun } from "./migrations.rules.js";
import type { Migration } from "./migrations.types.js";

const step = (version: number, given: Partial<Migration> = {}): Migration => ({
  version,
  change: "Something changes.",
  versionBefore: "It goes on.",
  indexes: "",
  ...given,
});
const at = new Date("2026-11-22T10:00:00Z");
const row = (version: number, oldestVersion = 0, finishedAt: Date | undefined = at) => ({
  _id: version,
  oldestVersion,
  ...(finishedAt && { finishedAt }),
});

describe("whether a process can work with the schema", () => {
  test("it can when all its steps have finished, and when later builds have added steps", () => {
    expect(findSchemaProblem([row(1), row(2)], 2)).toBeUndefined();
    expect(findSchemaProblem([row(1), row(2), row(3), row(4, 2)], 2)).toBeUndefined();
  });

  test("it waits while a step is missing or has not finished", () => {
    expect(findSchemaProblem([], 1)).toContain("version 0, and this process needs 1");
    const unfinished = { _id: 2, oldestVersion: 0 };
    expect(findSchemaProblem([row(1), unfinished], 2)).toContain("version 1, and this process needs 2");
  });

  test("it waits as soon as a later build begins to drop what it uses", () => {
    const begun = { _id: 3, oldestVersion: 3 };
    expect(findSchemaProblem([row(1), row(2), begun], 2)).toContain("version 3 or later");
  });
});

describe("which steps a job runs", () => {
  const data = step(2, { up: async () => undefined });
  const finished = { ...row(2), change: "", startedAt: at, changed: 0 };

  test("each step once, and changes of data again until the previous version writes no more", () => {
    expect(needsRun(step(1), undefined)).toBe(true);
    expect(needsRun(step(2), finished)).toBe(false);
    expect(needsRun(data, finished)).toBe(true);
    expect(needsRun(data, { ...finished, settledAt: at })).toBe(false);
  });

  test("a job has nothing to do when all steps are done and the indexes are those of the newest one", () => {
    const first = { ...finished, _id: 1, indexes: "first" };
    const second = { ...finished, indexes: "second" };
    const steps = [step(1, { indexes: "first" }), step(2, { indexes: "second" })];
    expect(isSchemaCurrent([first, second], steps)).toBe(true);
    // A step that is missing or unfinished, one that may have to be repeated, other indexes, a later build.
    expect(isSchemaCurrent([], steps)).toBe(false);
    expect(isSchemaCurrent([first], steps)).toBe(false);
    const { finishedAt: _, ...unfinished } = second;
    expect(isSchemaCurrent([first, unfinished], steps)).toBe(false);
    expect(isSchemaCurrent([first, second], [steps[0]!, { ...steps[1]!, up: async () => undefined }])).toBe(false);
    expect(isSchemaCurrent([first, { ...second, indexes: "other" }], steps)).toBe(false);
    expect(isSchemaCurrent([first, second, { ...finished, _id: 3, indexes: "third" }], steps)).toBe(false);
  });

  test("a repetition is the last one when it began an hour later and found nothing", () => {
    const later = new Date(at.getTime() + 3_600_000);
    expect(isSettled(at, later, 0)).toBe(true);
    expect(isSettled(at, later, 1)).toBe(false);
    expect(isSettled(at, new Date(later.getTime() - 1), 0)).toBe(false);
    expect(isSettled(undefined, later, 0)).toBe(false);
  });

  test("versions with a gap are refused", () => {
    expect(() => assertVersionsInOrder([step(1), step(3)])).toThrow("step 3 is at the place of step 2");
  });
});
