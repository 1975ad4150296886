import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClockSettings } from "../scripts/lib/examples/analytics/history.mjs";
import { recordQuestions } from "../scripts/lib/examples/analytics/record-questions.mjs";
import { type OwnTestMesh, startTestMesh } from "./support/mesh/test-mesh.js";

// The page with the questions of an owner. Its mesh has a clock of its own, on which the page was recorded.

const page = await readFile(new URL("../docs/analytics-questions.md", import.meta.url), "utf8");
const questions = page.split(/^## \d+\. /m).slice(1);
const readsWords = (question: string) => question.includes("analytics_list_collections {}");

let testMesh: OwnTestMesh;
beforeAll(async () => {
  testMesh = await startTestMesh({ env: { all: createClockSettings() } });
});
afterAll(() => testMesh.stop());

test("each of ten questions is answered with at most three calls, also when it is asked alone", () => {
  expect(questions).toHaveLength(10);
  for (const question of questions) {
    const calls = question.match(/^analytics_\w+ /gm) ?? [];
    expect(calls.length + (readsWords(question) ? 0 : 1)).toBeLessThanOrEqual(3);
  }
});

test("the answers of the page are what an agent gets over MCP, and its sentences have no other numbers", async () => {
  // When it differs: npm run examples.
  expect(await recordQuestions(testMesh.mesh)).toBe(page);
});
