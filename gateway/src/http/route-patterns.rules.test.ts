import { expect, test } from "vitest";
import { compareSpecificity, matchesSamePaths, toRoutePattern } from "./route-patterns.rules.js";

test.each([
  ["/flow/*", "/flow/a/b", true],
  ["/flow/*", "/flow", false],
  ["/flow/:slug/sign-in", "/flow/a/sign-in", true],
  ["/flow/:slug/sign-in", "/flow/a/b/sign-in", false],
  ["/a.json", "/axjson", false],
])("%s matches %s: %s", (url, path, matches) => {
  expect(toRoutePattern(url).test(path)).toBe(matches);
});

test.each([
  ["/flows/targets", "/flows/:slug"],
  ["/flow/:slug/sign-in", "/flow/*"],
  ["/flow/sign-in/callback/:id", "/flow/:slug/sign-in"],
  ["/flow/:slug/sign-in", "/flow/:slug/*"],
])("%s has priority over %s", (first, second) => {
  expect(compareSpecificity(first, second)).toBeLessThan(0);
  expect(compareSpecificity(second, first)).toBeGreaterThan(0);
});

test.each([
  ["/a/:id", "/a/:name"],
  ["/a/b", "/c/*"],
  ["/a", "/a/b"],
])("neither of %s and %s has priority", (one, other) => {
  expect([compareSpecificity(one, other), compareSpecificity(other, one)]).toEqual([0, 0]);
});

test("the names of parameters make no difference", () => {
  expect(matchesSamePaths("/a/:id/b", "/a/:name/b")).toBe(true);
  expect(matchesSamePaths("/a/:id", "/a/*")).toBe(false);
});
