import { expect, test } from "vitest";
import { chooseVersion, planDeletion, requireConfirmed } from "./offboardings.rules.js";

const now = new Date("2026-11-22T10:00:00Z");
const daySeconds = 24 * 60 * 60;

test("the grace period is that of the settings or a longer requested one; a shorter one is refused", () => {
  expect(planDeletion(now, 30 * daySeconds, undefined)).toEqual(new Date("2026-12-22T10:00:00Z"));
  expect(planDeletion(now, 30 * daySeconds, 31)).toEqual(new Date("2026-12-23T10:00:00Z"));
  expect(() => planDeletion(now, 30 * daySeconds, 29)).toThrow("at least 30");
});

test("a new request has a later version than all earlier ones, also those that are not stored any more", () => {
  const first = chooseVersion(now);
  const monthLater = new Date(now.getTime() + 31 * daySeconds * 1000);
  expect(chooseVersion(now, first)).toBe(first + 1);
  expect(chooseVersion(monthLater)).toBeGreaterThan(first + 1);
  expect(chooseVersion(monthLater, first + 1)).toBe(chooseVersion(monthLater));
  // As the contract has it.
  expect(chooseVersion(new Date("2100-01-01"))).toBeLessThan(2 ** 32);
});

test("only the exact name confirms", () => {
  expect(() => requireConfirmed("Northern Shop", "northern shop")).toThrow("not the name");
  requireConfirmed("Northern Shop", "Northern Shop");
});
