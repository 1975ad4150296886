import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runScenario } from "../scripts/lib/examples/record-examples.mjs";
import { startStandIns } from "../scripts/lib/examples/stand-ins.mjs";
import { startTestMesh, type OwnTestMesh } from "./support/mesh/test-mesh.js";

const folder = join(import.meta.dirname, "../rest/examples");

let testMesh: OwnTestMesh;
let standIns: Awaited<ReturnType<typeof startStandIns>>;
beforeAll(async () => {
  standIns = await startStandIns();
  testMesh = await startTestMesh({ env: standIns.env });
});
afterAll(async () => {
  await testMesh.stop();
  standIns.stop();
});

test(
  "the examples of the document are what the mesh answers today, one for every operation",
  { timeout: 600_000 },
  async () => {
    const recorded = await runScenario(testMesh.mesh);
    const committed = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".json"),
    );
    expect(Object.keys(recorded).toSorted()).toEqual(committed.toSorted());
    for (const [name, text] of Object.entries(recorded)) {
      expect(JSON.parse(text), `${name}: npm run examples`).toEqual(
        JSON.parse(readFileSync(join(folder, name), "utf8")),
      );
    }
  },
);
