import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandboxCalls, oneSeed } from "./support/records/sandbox.js";
import { type OwnTestMesh, startTestMesh } from "./support/mesh/test-mesh.js";

let testMesh: OwnTestMesh;
let mongo: MongoClient;
let sandboxes: ReturnType<typeof createSandboxCalls>;
beforeAll(async () => {
  testMesh = await startTestMesh({ env: { accounts: { OFFBOARDING_SETTLE_MS: "1500" } } });
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
    const finished = await sandboxes.postOrThrow(own, "seed");
    expect(finished).toMatchObject({ status: "seeded" });
    expect(await sandboxes.countLists(own)).toEqual(oneSeed);
  });
});

describe("reset", () => {
  /** Documents in any database that contain the id, without answers to operators. */
  async function findEverywhere(sandboxId: string): Promise<string[]> {
    const found: string[] = [];
    const { databases } = await mongo.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter((one) => one.name.startsWith(testMesh.mesh.databasePrefix)))
      for (const collection of await mongo.db(name).collections())
        for await (const document of collection.find())
          if (collection.collectionName !== "operatorWrites" && JSON.stringify(document).includes(sandboxId))
            found.push(`${name}.${collection.collectionName}`);
    return found;
  }

  test("works while a service is down; what it had is deleted when it is back, and then nothing has the earlier id", async () => {
    const { own, sandboxId } = await sandboxes.createSandbox();
    await sandboxes.postOrThrow(own, "seed");
    const { learning } = testMesh.mesh.processes;
    await learning?.stop();
    expect(await sandboxes.postOrThrow(own, "reset")).toEqual({ status: "emptied" });
    await testMesh.callToolOrThrow(own, "supply_create_service_center", { name: "North" });
    expect(await sandboxes.countTool(own, "supply_list_service_centers")).toBe(1);
    await learning?.start();
    await eventually(async () => expect(await findEverywhere(sandboxId)).toEqual([]), 120_000);
    expect(await sandboxes.countTool(own, "supply_list_service_centers")).toBe(1);
  });

  test("whose process is killed before the deletion begins is completed by the next process", async () => {
    const { own, sandboxId } = await sandboxes.createSandbox();
    await sandboxes.postOrThrow(own, "seed");
    const { learning, accounts } = testMesh.mesh.processes;
    // Without this service the deletion cannot begin.
    await learning?.stop();
    const key = { "idempotency-key": "one reset" };
    expect((await sandboxes.post(own, "reset", key)).status).toBe(200);
    accounts?.kill();
    await learning?.start();
    await accounts?.start();
    await eventually(async () => expect(await findEverywhere(sandboxId)).toEqual([]), 120_000);
    const repeated = await eventually(async () => {
      const answer = await sandboxes.post(own, "reset", key);
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  });
});
