import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { createSeededTenant, type SeededTenant } from "./support/records/seeded-tenants.js";
import { type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";

// The questions of docs/analytics.md, with the calls that the page shows.

let testMesh: TestMesh;
let tenant: SeededTenant;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  tenant = await createSeededTenant(testMesh);
});

const page = await readFile(new URL("../docs/analytics.md", import.meta.url), "utf8");
const questions = page
  .split(/^### \d+\. /m)
  .slice(1)
  .map((part) => ({
    question: part.split("\n")[0] ?? "",
    queries: [...part.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = ""]) => JSON.parse(text) as object),
  }));

test("the page answers ten questions", () => {
  expect(questions).toHaveLength(10);
});

test.each(questions)("$question is answered by at most three calls, of which none is refused", async ({ queries }) => {
  expect(queries.length).toBeGreaterThan(0);
  expect(queries.length).toBeLessThanOrEqual(3);
  for (const query of queries) {
    const { status, body } = await testMesh.callTool(tenant, "analytics_query", query);
    expect([status, body["detail"]]).toEqual([200, undefined]);
  }
});
