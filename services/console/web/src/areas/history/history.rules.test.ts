import { expect, test } from "vitest";
import type { Retention } from "./history.api.js";
import { isDays, isSameRule, listChangedKinds, replaceRule, startForm, toRule } from "./history.rules.js";

const limits = { modes: ["archive", "delete"], daysMin: 30 } as const;

test("the form begins with the rule of the kind, and with `keep` when the operator does not allow its mode any more", () => {
  expect(startForm({ mode: "delete", days: 90 }, limits)).toEqual({ choice: "delete", days: 90 });
  expect(startForm(undefined, limits)).toEqual({ choice: "keep", days: 365 });
  expect(startForm(undefined, { ...limits, daysMin: 400 })).toEqual({ choice: "keep", days: 400 });
  expect(startForm({ mode: "delete", days: 90 }, { ...limits, modes: ["archive"] })).toEqual({
    choice: "keep",
    days: 90,
  });
});

test("days are whole numbers between the minimum of the operator and the maximum of the server", () => {
  expect([30, 36_500].map((days) => isDays(days, 30))).toEqual([true, true]);
  expect([undefined, 29, 30.5, 36_501, Number.NaN].map((days) => isDays(days, 30))).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(toRule("archive", 30, 30)).toEqual({ mode: "archive", days: 30 });
  expect(toRule("archive", 29, 30)).toBeNull();
  // The days do not matter for `keep`.
  expect(toRule("keep", undefined, 30)).toBeUndefined();
});

test("the rule of one kind is replaced or removed, and the others stay", () => {
  const rules = { spins: { mode: "archive", days: 365 }, transfers: { mode: "delete", days: 90 } } as const;
  expect(replaceRule(rules, "transfers", { mode: "archive", days: 40 })).toEqual({
    spins: rules.spins,
    transfers: { mode: "archive", days: 40 },
  });
  expect(replaceRule(rules, "transfers", undefined)).toEqual({ spins: rules.spins });
  expect(replaceRule({}, "spins", rules.spins)).toEqual({ spins: rules.spins });
  expect(rules).toHaveProperty("transfers");
});

test("a change by another person is listed by its kinds, also when a rule was removed", () => {
  const kinds = ["spins", "transfers", "withdrawals"].map((kind) => ({ kind, modes: [] }));
  const at = (rules: Retention["rules"]) => ({ kinds, rules }) as unknown as Retention;
  const before = at({ spins: { mode: "archive", days: 365 }, transfers: { mode: "delete", days: 90 } });
  const now = at({ spins: { mode: "archive", days: 366 }, withdrawals: { mode: "delete", days: 90 } });
  expect(listChangedKinds(before, now)).toEqual(["spins", "transfers", "withdrawals"]);
  expect(listChangedKinds(now, now)).toEqual([]);
  expect(isSameRule(undefined, undefined)).toBe(true);
});
