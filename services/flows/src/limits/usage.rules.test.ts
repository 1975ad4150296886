import { expect, test } from "vitest";
import { countUse, giveBack, isNearlyUsedUp, planOpenCode, secondsUntilAllowed, type Usage } from "./usage.rules.js";

const start = new Date("2026-03-31T10:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const limit = { id: "x", max: 2, windowMs: 3_600_000, intervalMs: 60_000 };

test("the first use begins the window, and the next one waits for the interval", () => {
  expect(secondsUntilAllowed(limit, undefined, start)).toBe(0);
  const first = countUse(limit, undefined, start);
  expect(first).toEqual({ _id: "x", count: 1, lastAt: start, expiresAt: after(3600) });
  expect(secondsUntilAllowed(limit, first, after(1))).toBe(59);
  expect(secondsUntilAllowed(limit, first, after(60))).toBe(0);
});

test("after the last use of a window the next one waits for its end, also when the record has not been deleted yet", () => {
  const first = countUse(limit, undefined, start);
  const second = countUse(limit, first, after(60));
  expect(second).toMatchObject({ count: 2, expiresAt: after(3600) });
  expect(secondsUntilAllowed(limit, second, after(200))).toBe(3400);
  expect(secondsUntilAllowed(limit, second, after(3600))).toBe(0);
  expect(countUse(limit, second, after(3600))).toMatchObject({ count: 1, expiresAt: after(7200) });
});

test("a limit of 0 allows nothing", () => {
  expect(secondsUntilAllowed({ id: "x", max: 0, windowMs: 1000 }, undefined, start)).toBe(1);
});

const used = (count: number, expiresAt = after(3600)): Usage => ({ _id: "x", count, lastAt: start, expiresAt });

test.each([
  { max: 100, count: 0, amount: 100, waits: false },
  { max: 100, count: 0, amount: 101, waits: true },
  { max: 100, count: 60, amount: 40, waits: false },
  { max: 100, count: 60, amount: 41, waits: true },
  { max: 100, count: 100, amount: 0, waits: false },
])("$amount more than $count of $max waits: $waits", ({ max, count, amount, waits }) => {
  expect(secondsUntilAllowed({ id: "x", max, windowMs: 1000, amount }, used(count), start) > 0).toBe(waits);
});

test.each([
  { before: undefined, amount: 79, isNearly: false },
  { before: undefined, amount: 80, isNearly: true },
  { before: used(79), amount: 1, isNearly: true },
  { before: used(80), amount: 1, isNearly: false },
  { before: used(90, start), amount: 85, isNearly: true },
])("$amount more after $before.count of 100 is the use after which little remains: $isNearly", (given) => {
  const { before, amount, isNearly } = given;
  const of100 = { id: "x", max: 100, windowMs: 1000, amount };
  expect(isNearlyUsedUp(of100, before, countUse(of100, before, start))).toBe(isNearly);
});

test.each([
  { count: 5, amount: 2, left: 3 },
  { count: 1, amount: 2, left: 0 },
])("of $count uses $left remain when $amount are given back", ({ count, amount, left }) => {
  expect(giveBack(used(count), amount)).toEqual(used(left));
});

/** Asks for codes one after the other, as a network that enters them or not. @returns how many were sent */
function sendCodes(codes: number, options: { isKnown: boolean; areEntered: boolean; networks: number }): number {
  const usage = new Map<string, Usage>();
  let sent = 0;
  for (let index = 0; index < codes; index += 1) {
    const ids = { network: `network ${index % options.networks}`, strangers: "strangers" };
    const { limits, openUses } = planOpenCode(ids, { ...options, perNetworkMax: 10, perBusinessMax: 500 });
    if (limits.some((one) => secondsUntilAllowed(one, usage.get(one.id), start) > 0)) continue;
    for (const one of limits) usage.set(one.id, countUse(one, usage.get(one.id), start));
    sent += 1;
    if (!options.areEntered) continue;
    for (const { id, givesBack } of openUses) {
      const before = usage.get(id);
      if (before) usage.set(id, giveBack(before, givesBack));
    }
  }
  return sent;
}

test.each([
  { who: "one network that enters none", isKnown: false, areEntered: false, networks: 1, sent: 10 },
  { who: "nine networks that enter none", isKnown: false, areEntered: false, networks: 9, sent: 90 },
  { who: "a thousand networks that enter none", isKnown: false, areEntered: false, networks: 1000, sent: 250 },
  { who: "phones that the business knows", isKnown: true, areEntered: false, networks: 1000, sent: 1000 },
  { who: "one network that enters all", isKnown: false, areEntered: true, networks: 1, sent: 1000 },
])("of 1000 codes for $who $sent are not held back as open", ({ sent, ...options }) => {
  expect(sendCodes(1000, options)).toBe(sent);
});
