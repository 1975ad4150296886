import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandboxCalls, oneSeed } from "./support/records/sandbox.js";
import { type OwnTestMesh, startTestMesh } from "./support/mesh/test-mesh.js";

let testMesh: OwnTestMesh;
let mongo: MongoClient;
let sandboxes: ReturnType<typeof createSandboxCalls>;
beforeAll(async () => {
  testMesh = await startTestMesh();
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  sandboxes = createSandboxCalls(testMesh, mongo);
});
afterAll(async () => {
  await mongo.close();
  await testMesh.stop();
});

describe("seed", () => {
  test("that stops half way is finished by its repetition, without a second set", async () => {
    const { own } = await sandboxes.createSandbox();
    const { learning } = testMesh.mesh.processes;
    await learning?.stop();
    expect((await sandboxes.post(own, "seed")).status).toBe(503);
    await learning?.start();
    const finished = await eventually(() => sandboxes.postOrThrow(own, "seed"), 60_000);
    expect(finished).toMatchObject({ status: "seeded" });
    expect(await sandboxes.countLists(own)).toEqual(oneSeed);
  });
});

describe("reset", () => {
  test("that stops half way keeps the sandbox closed until its repetition finishes it", async () => {
    const { own, sandboxId } = await sandboxes.createSandbox();
    await sandboxes.postOrThrow(own, "seed");
    const { learning } = testMesh.mesh.processes;
    await learning?.stop();
    expect((await sandboxes.post(own, "reset")).status).toBe(503);
    const refused = await testMesh.callTool(own, "supply_create_service_center", { name: "North" });
    expect(refused).toMatchObject({ status: 409, body: { error: "sandbox_busy" } });
    await learning?.start();
    await eventually(() => sandboxes.postOrThrow(own, "reset"), 60_000);
    expect(await sandboxes.findRecords(sandboxId)).toEqual({});
    await testMesh.callToolOrThrow(own, "supply_create_service_center", { name: "North" });
  });
});
