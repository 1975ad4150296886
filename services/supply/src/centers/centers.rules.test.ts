import { describe, expect, test } from "vitest";
import { planCenter, reviewCenter } from "./centers.rules.js";
import { centerRequest } from "../testing.js";

const business = { country: "MX", timeZone: "America/Mexico_City" };
const plan = (given: Parameters<typeof centerRequest>[0]) => planCenter(centerRequest(given), business);

describe("planning a center", () => {
  test("absent fields get the defaults of the specification and of the business", () => {
    expect(plan({ name: " Centro Norte " })).toEqual({
      name: "Centro Norte",
      address: "",
      geo: { latitude: 19.45, longitude: -99.14 },
      mapsLink: "https://www.google.com/maps/search/?api=1&query=19.45,-99.14",
      capacity: 50,
      schedule: { timezone: "America/Mexico_City", activeMemberDuration: 30, nonMemberDuration: 15, weekly: [] },
      countryId: "MX",
      type: "physical",
      isActive: true,
    });
  });

  test("latitude and longitude 0 mean no coordinates, and then no map link is made", () => {
    const center = plan({ lat: 0, long: 0 });
    expect(center).not.toHaveProperty("geo");
    expect(center.mapsLink).toBe("");
  });

  test("a place on the equator has coordinates", () => {
    expect(plan({ lat: 0, long: -78.5 }).geo).toEqual({ latitude: 0, longitude: -78.5 });
  });

  test("a map link and a country in the request are kept", () => {
    const center = plan({ mapsLink: "https://maps.example.com/norte", countryId: "CO" });
    expect(center).toMatchObject({ mapsLink: "https://maps.example.com/norte", countryId: "CO" });
  });

  test("an empty type means physical", () => {
    expect(plan({ type: "" }).type).toBe("physical");
  });

  test.each(["javascript:alert(1)", "data:text/html,hi", "maps.example.com"])(
    "%s is refused as a map link",
    (mapsLink) => {
      expect(() => plan({ mapsLink })).toThrow(/^maps_link: /);
    },
  );

  test("a blank name is refused", () => {
    expect(() => plan({ name: "  " })).toThrow("name: is blank.");
  });
});

describe("the review of a center contains", () => {
  test("no warning when everything is in order", () => {
    expect(reviewCenter(plan({}))).toEqual({
      checks: [{ name: "has_coordinates", ok: true, detail: "The coordinates are on the map." }],
      warnings: [],
    });
  });

  test("a warning for a physical center without coordinates", () => {
    const { checks, warnings } = reviewCenter(plan({ lat: 0, long: 0 }));
    expect(checks).toMatchObject([{ name: "has_coordinates", ok: false }]);
    expect(warnings).toEqual([expect.stringContaining("on no map")]);
  });

  test("no warning about coordinates for an online center", () => {
    expect(reviewCenter(plan({ lat: 0, long: 0, type: "online" })).warnings).toEqual([]);
  });

  test("warnings for a capacity of 0 and for a center that is not active", () => {
    expect(reviewCenter(plan({ capacity: 0, isActive: false })).warnings).toHaveLength(2);
  });
});

test.each(["Mexico", "mx", "XX", "EU"])(
  "the country %s is refused together with everything else that is wrong",
  (countryId) => {
    const refusal = () => plan({ countryId, name: " ", mapsLink: "javascript:alert(1)" });
    expect(refusal).toThrow(/name: is blank\. maps_link: .* country_id: "\w+" is no country: must be an ISO 3166-1/);
  },
);
