import { expect, test } from "vitest";
import { chartPage } from "./chart.noun.js";

test("the page is small, and has nothing of an origin", () => {
  expect(chartPage.length).toBeGreaterThan(1000);
  expect(chartPage.length).toBeLessThan(20_000);
  expect(chartPage.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|import|fetch\(|innerHTML|eval\(/);
});
