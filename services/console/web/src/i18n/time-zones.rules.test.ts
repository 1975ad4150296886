import { expect, test } from "vitest";
import { describeTimeZone, groupTimeZones, listZonesOfCountry, readOffset } from "./time-zones.rules.js";

test("the time zones of the country come first, then the regions, each with place and offset", () => {
  const zones = ["America/Argentina/Buenos_Aires", "America/Mexico_City", "Europe/Madrid", "UTC"];
  const groups = groupTimeZones(zones, ["America/Mexico_City", "America/Unknown"], (zone) => `of ${zone.length}`);
  expect(groups.map(({ region, zones: of }) => [region, of.map(({ label }) => label)])).toEqual([
    ["country", ["Mexico City (of 19)"]],
    ["America", ["Argentina, Buenos Aires (of 30)", "Mexico City (of 19)"]],
    ["Europe", ["Madrid (of 13)"]],
    ["UTC", ["UTC (of 3)"]],
  ]);
});

test("the offset is that of the moment", () => {
  expect(readOffset("Europe/Madrid", new Date("2026-01-15T12:00:00Z"))).toBe("GMT+1");
  expect(readOffset("Europe/Madrid", new Date("2026-07-15T12:00:00Z"))).toBe("GMT+2");
  expect(describeTimeZone("America/Mexico_City", new Date("2026-01-15T12:00:00Z"))).toBe("Mexico City (GMT-6)");
});

test("a country has its own zones, when the browser knows them", () => {
  expect(Array.isArray(listZonesOfCountry("MX"))).toBe(true);
});
