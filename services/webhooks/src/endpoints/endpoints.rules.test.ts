import { describe, expect, test } from "vitest";
import { type Endpoint, isSubscribed, planChange, planEnabling } from "./endpoints.rules.js";

const createdAt = new Date("2026-03-01T00:00:00Z");
const daysLater = (days: number) => new Date(createdAt.getTime() + days * 24 * 3_600_000);
const endpoint = (given: Partial<Endpoint> = {}): Endpoint => ({
  _id: "we_1",
  slot: 0,
  url: "https://example.com",
  description: "",
  events: ["spin.completed"],
  status: "enabled",
  secrets: [],
  stats: { failures: 0 },
  version: 1,
  createdAt,
  updatedAt: createdAt,
  ...given,
});
const now = daysLater(40);
const gets = (of: Endpoint, type: string, day: number) => isSubscribed(of, { type, occurredAt: daysLater(day) }, now);
/** The endpoint after a change on that day. */
const changeOn = (day: number, before: Endpoint, fields: object): Endpoint => ({
  ...before,
  ...planChange(before, fields, daysLater(day)).set,
});

describe("an endpoint gets no event that is older than", () => {
  test("itself, except by as much as two clocks may differ", () => {
    expect(gets(endpoint(), "spin.completed", -1)).toBe(false);
    expect(gets(endpoint(), "spin.completed", 1)).toBe(true);
    const justBefore = { type: "spin.completed", occurredAt: new Date(createdAt.getTime() - 30_000) };
    expect(isSubscribed(endpoint(), justBefore, now)).toBe(true);
  });

  test("the change that subscribed it to the type, and still gets late events of a type that it had before", () => {
    const changed = changeOn(5, endpoint(), { events: ["spin.completed", "stock.low"] });
    expect([gets(changed, "stock.low", 4), gets(changed, "stock.low", 6)]).toEqual([false, true]);
    expect(gets(changed, "spin.completed", 4)).toBe(true);
  });

  test("the change that subscribed it to all types, or again to one", () => {
    const all = changeOn(5, endpoint(), { events: ["*"] });
    expect([gets(all, "stock.low", 4), gets(all, "stock.low", 6), gets(all, "spin.completed", 4)]).toEqual([
      false,
      true,
      true,
    ]);
    const one = changeOn(10, all, { events: ["stock.low"] });
    expect([gets(one, "stock.low", 4), gets(one, "stock.low", 6), gets(one, "spin.completed", 6)]).toEqual([
      false,
      true,
      false,
    ]);
    const again = changeOn(20, one, { events: ["spin.completed"] });
    expect([gets(again, "spin.completed", 4), gets(again, "spin.completed", 21)]).toEqual([false, true]);
  });

  test("the end of a time during which it was disabled for too long to collect events", () => {
    const disabled = endpoint({ status: "disabled", disabledAt: daysLater(1) });
    const enabledOn = (day: number) => ({ ...disabled, ...planEnabling(disabled, daysLater(day)).set });
    expect([gets(enabledOn(20), "spin.completed", 19), gets(enabledOn(39), "spin.completed", 38)]).toEqual([
      true,
      false,
    ]);
    expect(gets(changeOn(39, disabled, { status: "enabled" }), "spin.completed", 38)).toBe(false);
  });
});

test("another change keeps since when it gets its events", () => {
  const changed = changeOn(5, endpoint(), { description: "x", status: "enabled" });
  expect(gets(changed, "spin.completed", 4)).toBe(true);
  expect(planChange(endpoint(), { description: "x" }, now).set).toEqual({ description: "x" });
});

test("a disabled endpoint collects events for 30 days", () => {
  expect(gets(endpoint({ status: "disabled", disabledAt: daysLater(11) }), "spin.completed", 39)).toBe(true);
  expect(gets(endpoint({ status: "disabled", disabledAt: daysLater(9) }), "spin.completed", 39)).toBe(false);
});
