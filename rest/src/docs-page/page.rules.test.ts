import { expect, test } from "vitest";
import { routes } from "../index.js";
import { createOpenApiDocument } from "../openapi/index.js";
import { renderDocsPage } from "./page.js";

test("dates are said in words, and no pattern is longer than a person reads", () => {
  const page = renderDocsPage(createOpenApiDocument({ routes, version: "1.0.0", examples: {}, errorExamples: {} }));
  const words = ["date-time (ISO 8601)", "date or date-time (ISO 8601), or empty", "date (ISO 8601), or empty"];
  expect(words.filter((one) => !page.includes(one))).toEqual([]);
  expect([...page.matchAll(/matches [^<;]{60,}/g)].map(([found]) => found)).toEqual([]);
});
