import { expect, test } from "vitest";
import { hasChoices, splitAnswers, toRedirectInput, toShares } from "./flows.rules.js";

test("a condition can be about questions with choices only", () => {
  const question = { type: "select", placeholder: "", value: "size" };
  expect(hasChoices(question)).toBe(false);
  expect(hasChoices({ ...question, placeholder: "S|M|L" })).toBe(true);
  expect(hasChoices({ ...question, value: "country" })).toBe(true);
  expect(hasChoices({ ...question, type: "checkbox" })).toBe(true);
  expect(hasChoices({ ...question, type: "text", placeholder: "a|b" })).toBe(false);
});

test("answers of a condition are written with commas", () => {
  expect(splitAnswers(" MX, CO ,,")).toEqual(["MX", "CO"]);
});

test("a redirect is sent with what its type needs", () => {
  const both = { targetId: "rou_1", url: "https://example.com" };
  expect(toRedirectInput({ type: "url", ...both })).toEqual({ type: "url", url: both.url });
  expect(toRedirectInput({ type: "roulette", ...both })).toEqual({ type: "roulette", targetId: "rou_1" });
});

test("a funnel without visits is empty", () => {
  expect(toShares([0, 0, 0])).toEqual([0, 0, 0]);
  expect(toShares([10, 5, 1])).toEqual([1, 0.5, 0.1]);
});
