import { expect, test } from "vitest";
import { daysMin, isDays, planDeletion, sumByArea, sumRecords } from "./offboarding.rules.js";

test("records of an area add up, in the order of the menu, and an unknown area is the last one", () => {
  const counts = [
    { service: "gateway", records: 4 },
    { service: "newArea", records: 1 },
    { service: "supply", records: 2 },
    { service: "supply", records: 3 },
    { service: "flows", records: 0 },
  ];
  expect(sumByArea(counts)).toEqual([
    { service: "supply", records: 5 },
    { service: "gateway", records: 4 },
    { service: "newArea", records: 1 },
  ]);
  expect(sumRecords(counts)).toBe(10);
});

test("a person chooses whole days, from the least time of the installation to 400", () => {
  expect([30, 30.2, 0.01].map(daysMin)).toEqual([30, 31, 1]);
  expect([undefined, 30, 400].map((days) => isDays(days, 30))).toEqual([true, true, true]);
  expect([29, 30.5, 401, Number.NaN].map((days) => isDays(days, 30))).toEqual([false, false, false, false]);
});

test("the deletion begins after the chosen days, within the limits of the server", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  expect(planDeletion(now, 40, 30)).toBe("2027-01-01T12:00:00.000Z");
  expect(planDeletion(now, undefined, 30)).toBe("2026-12-22T12:00:00.000Z");
  expect(planDeletion(now, 1, 30)).toBe("2026-12-22T12:00:00.000Z");
  // While a person is typing, the number may be larger than a date can hold.
  expect(planDeletion(now, 1e12, 30)).toBe("2027-12-27T12:00:00.000Z");
});
