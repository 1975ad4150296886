import { expect, test } from "vitest";
import { describeState, findWords, isVisitId, listEntries, sumRecords } from "./privacy.rules.js";

const now = Date.parse("2026-11-22T12:00:00Z");

test("an export is ready until its time is over, and an erasure is done when it is completed", () => {
  const ready = { kind: "export", status: "completed", downloadUntil: "2026-11-23T12:00:00Z" } as const;
  expect(describeState(ready, now)).toBe("ready");
  expect(describeState({ ...ready, downloadUntil: "2026-11-22T11:00:00Z" }, now)).toBe("ended");
  const erasure = { kind: "erasure", status: "running", downloadUntil: null } as const;
  expect(describeState(erasure, now)).toBe("running");
  expect(describeState({ ...erasure, status: "completed" }, now)).toBe("erased");
});

test("entries are separated by line ends or commas, and a phone number keeps its blanks", () => {
  expect(listEntries(" ana@example.com,\n\n eva@example.com ")).toEqual(["ana@example.com", "eva@example.com"]);
  expect(listEntries("+52 55 1234 5678")).toEqual(["+52 55 1234 5678"]);
});

test("collections that every service has share their words", () => {
  const words = { "supply.withdrawals": "a", outbox: "b" };
  expect(findWords(words, { service: "supply", collection: "withdrawals" })).toBe("a");
  expect(findWords(words, { service: "flows", collection: "outbox" })).toBe("b");
  expect(findWords(words, { service: "flows", collection: "withdrawals" })).toBeUndefined();
});

test("ids of visits and registrations are known by how they begin; every other name is shown by itself", () => {
  const isVisit = (value: string) => isVisitId({ kind: "userId", value });
  expect([isVisit("vis_1"), isVisit("reg_1"), isVisit("worker-1")]).toEqual([true, true, false]);
  expect(isVisitId({ kind: "email", value: "reg_1@example.com" })).toBe(false);
});

test("the records of all areas add up", () => {
  expect(sumRecords([])).toBe(0);
  const counts = [2, 3].map((records) => ({ service: "supply", collection: "withdrawals", records }));
  expect(sumRecords(counts)).toBe(5);
});
