import { expect, test } from "vitest";
import type { ArchivedGroup, ArchivedItem } from "./archive-format.rules.js";
import { takeBatch } from "./remove-groups.js";

const mebibyte = 1024 * 1024;

function createGroup(records: number, bytes = 0): ArchivedGroup {
  const attachments = bytes > 0 ? [{ fileId: "fil_1", sha256: "", bytes }] : [];
  const first: ArchivedItem = { collection: "sessions", id: "ses_1", time: "", line: "{}\n", attachments };
  const other: ArchivedItem = { ...first, collection: "examAttempts", attachments: [] };
  return [first, ...Array.from({ length: records - 1 }, () => other)];
}

/** How many groups each transaction deletes. */
function listSizes(groups: readonly ArchivedGroup[]): number[] {
  const sizes: number[] = [];
  for (let from = 0; from < groups.length; from += sizes.at(-1) ?? 0) sizes.push(takeBatch(groups, from).length);
  return sizes;
}

const repeat = (times: number, group: ArchivedGroup) => Array.from({ length: times }, () => group);

test("a transaction deletes 100 groups at most", () => {
  expect(listSizes(repeat(250, createGroup(2)))).toEqual([100, 100, 50]);
});

test("a transaction deletes 1,000 records at most, and one group at least", () => {
  expect(listSizes(repeat(5, createGroup(400)))).toEqual([2, 2, 1]);
  expect(listSizes([createGroup(1), createGroup(3000), createGroup(1)])).toEqual([1, 1, 1]);
});

test("a transaction deletes attachments of 50 MiB at most, and those of one group at least", () => {
  expect(listSizes(repeat(5, createGroup(1, 20 * mebibyte)))).toEqual([2, 2, 1]);
  expect(listSizes(repeat(2, createGroup(1, 60 * mebibyte)))).toEqual([1, 1]);
});
