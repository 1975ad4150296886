import { newId } from "@tenant-ops/kit/data";
import type { RetentionMode } from "@tenant-ops/kit/retention";
import { expect, test } from "vitest";
import { findAnswered, listChangedRules, planChange, requireAllowed } from "./retention.rules.js";
import { parseRetentionModes, type Retention } from "./retentions.types.js";

const now = new Date("2026-11-22T00:00:00Z");
const sent = { key: "k-1", digest: "d-1" };
const given = { businessId: "biz_1", rules: {}, keyId: "key_1", sent, now };
const stored: Retention = planChange(null, { ...given, version: 0 });

const limits = { daysMin: 30, modes: ["archive"] } as const;

test("a rule that the operator does not allow is refused, with the number or the mode in the sentence", () => {
  const requireRule = (mode: RetentionMode, days: number) =>
    requireAllowed({ spins: { mode, days } }, { businessId: newId("biz") }, limits);
  requireRule("archive", 30);
  expect(() => requireRule("archive", 29)).toThrow("29 days are fewer than the 30");
  expect(() => requireRule("delete", 90)).toThrow("does not allow delete");
});

test("a sandbox has no rules", () => {
  expect(() => requireAllowed({}, { businessId: newId("sbx") }, limits)).toThrow("A sandbox keeps its data");
});

test("stored rules stay valid when the operator allows less: only rules that differ from them are checked", () => {
  const before = { spins: { mode: "delete", days: 10 }, transfers: { mode: "archive", days: 90 } } as const;
  expect(listChangedRules(before, before)).toEqual({});
  const changed = { transfers: { mode: "archive", days: 91 }, withdrawals: { mode: "delete", days: 90 } } as const;
  expect(listChangedRules(before, { ...before, ...changed })).toEqual(changed);
  expect(listChangedRules(before, { spins: { mode: "archive", days: 10 } })).toHaveProperty("spins");
});

test("a change must name the version that was read, and gets the next version", () => {
  expect(stored).toMatchObject({ _id: "biz_1", version: 1, notDeliveredSince: now });
  expect(planChange(stored, { ...given, version: 1 })).toMatchObject({ version: 2 });
  expect(() => planChange(stored, { ...given, version: 0 })).toThrow("the version 1 now");
});

test("a repeated request is recognised by its key, until twenty later changes", () => {
  expect(findAnswered(stored, sent)).toBe(stored);
  expect(findAnswered(stored, { ...sent, key: "k-2" })).toBeUndefined();
  expect(() => findAnswered(stored, { ...sent, digest: "d-2" })).toThrow("used before with other arguments");
  let last = stored;
  for (let version = 1; version < 30; version += 1)
    last = planChange(last, { ...given, version, sent: { key: `later-${version}`, digest: "d" } });
  expect(last.answered).toHaveLength(20);
  expect(findAnswered(last, sent)).toBeUndefined();
});

test.each([
  ["archive,delete", ["archive", "delete"]],
  [" delete ", ["delete"]],
  ["none", []],
])("the modes %j are read", (text, expected) => {
  expect(parseRetentionModes(text)).toEqual(expected);
});

test.each(["", "archive,", "shred", "none,delete"])("the modes %j are refused with a sentence", (text) => {
  expect(parseRetentionModes(text)).toMatch(/^must be/);
});
