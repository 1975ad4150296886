import { errorTable } from "@tenant-ops/kit/errors";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import fc from "fast-check";
import { type ChangeStreamDocument, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldsAround } from "./support/faults/hostile-inputs.js";
import { expectTreatedAsText, listTextPlaces } from "./support/calls/refusals.js";
import { createSeededTenant, fillSampleArguments, type SeededTenant } from "./support/records/seeded-tenants.js";
import { type HttpAnswer, type OwnTestMesh, startTestMesh } from "./support/mesh/test-mesh.js";
import { callOver, sendRpc, transports, versions } from "./support/calls/transports.js";

let testMesh: OwnTestMesh;
let own: SeededTenant;
/** A tenant that the fuzz tests do not use: they could certify its only session. Created early, so that its events are published. */
let untouched: SeededTenant;
beforeAll(async () => {
  testMesh = await startTestMesh();
  own = await createSeededTenant(testMesh);
  untouched = await createSeededTenant(testMesh);
});
afterAll(() => testMesh.stop());

const byName = tools.map((tool): [string, CatalogTool] => [tool.name, tool]);

test.each(listTextPlaces())("$name, $place: text that looks like code is treated as text", (one) =>
  expectTreatedAsText(testMesh, own, one),
);

describe("arbitrary arguments near the schema", () => {
  test.each(byName)("%s answers them or refuses them completely, over every transport", async (name, tool) => {
    const valid = fillSampleArguments(tool, own);
    const anything = fc.tuple(fc.constantFrom(...transports), fc.boolean(), fieldsAround(tool.inputSchema));
    await fc.assert(
      fc.asyncProperty(anything, async ([transport, isBased, fields]) => {
        const { answer, error, problem } = await callOver(
          transport,
          testMesh.url,
          own,
          name,
          isBased ? { ...valid, ...fields } : fields,
        );
        expect(problem).toBeUndefined();
        if (answer) return;
        const { status } = Object.entries(errorTable).find(([code]) => code === error)?.[1] ?? { status: 0 };
        expect([error, status]).toEqual([error, expect.toBeOneOf([400, 404, 409, 422])]);
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 150) },
    );
  });

  test("end no process", async () => {
    const ready = await Promise.all(Object.values(testMesh.mesh.adminUrls).map((url) => fetch(`${url}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual(ready.map(() => 200));
  });
});

describe("a preview", () => {
  /** What changed in the databases behind the previews while `work` ran, as `service.collection`. */
  async function changesDuring(work: () => Promise<unknown>): Promise<string[]> {
    const { mongodbUrl, databasePrefix } = testMesh.mesh;
    const client = await new MongoClient(mongodbUrl).connect();
    const { operationTime: startAtOperationTime } = await client.db("admin").command({ ping: 1 });
    // One product is created before and one after. The changes between them in the change stream happened meanwhile.
    const mark = () =>
      testMesh.callToolOrThrow(own, "supply_create_stock", {
        product_name: "Mark",
        total_stock: 1,
        min_stock_alert: 1,
      });
    await mark();
    await work();
    await mark();
    const services = ["supply", "roulettes", "learning", "flows"].map((name) => `${databasePrefix}${name}`);
    const stream = client.watch([{ $match: { "ns.db": { $in: services } } }], { startAtOperationTime });
    const between: string[] = [];
    try {
      for (let marks = 0; marks < 2;) {
        const change = await stream.next();
        if (isMark(change)) marks += 1;
        else if (marks === 1 && !isBackgroundWrite(change)) between.push(toCollectionName(change));
      }
      return between;
    } finally {
      await stream.close();
      await client.close();
    }
  }

  const isMark = (change: ChangeStreamDocument) =>
    change.operationType === "insert" && change.fullDocument["productName"] === "Mark";

  /** Writes that happen without a call: leases are renewed, and events of earlier calls are marked as published. */
  const isBackgroundWrite = (change: ChangeStreamDocument) =>
    toCollectionName(change).endsWith(".leases") ||
    (toCollectionName(change).endsWith(".outbox") && change.operationType === "update");

  const toCollectionName = (change: ChangeStreamDocument): string => {
    if (!("ns" in change) || !("coll" in change.ns)) return change.operationType;
    return `${change.ns.db.replace(testMesh.mesh.databasePrefix, "")}.${change.ns.coll}`;
  };

  test("writes nothing, through any propose tool", async () => {
    const previews = tools.filter(({ writer }) => writer);
    expect(previews.length).toBeGreaterThan(0);
    const changes = await changesDuring(async () => {
      for (const tool of previews) {
        const { preview } = await testMesh.callToolOrThrow(untouched, tool.name, fillSampleArguments(tool, untouched));
        expect(preview).toEqual(expect.any(Object));
      }
    });
    expect(changes).toEqual([]);
  });
});

// These tests are the last ones, because they break collections and do not repair them.
describe("a database error that contains a connection string", () => {
  const secret = "mongodb://root:hunter2@db.internal";

  /** Makes every read of a collection fail with an error of MongoDB that quotes the secret. */
  async function breakCollection(service: string, collection: string): Promise<void> {
    const { mongodbUrl, databasePrefix } = testMesh.mesh;
    const client = await new MongoClient(mongodbUrl).connect();
    const db = client.db(`${databasePrefix}${service}`);
    await db.collection(collection).rename(`${collection}_kept`);
    const pipeline = [{ $addFields: { broken: { $toInt: secret } } }];
    await db.createCollection(collection, { viewOn: `${collection}_kept`, pipeline });
    const read = db.collection(collection).find({ broken: 1 }).toArray();
    await expect(read).rejects.toThrow("hunter2");
    await client.close();
  }

  function expectNoDetails({ status, body, headers }: HttpAnswer): void {
    expect(status).toBe(500);
    expect(body).toEqual({
      error: "internal_server_error",
      detail: "Something failed on our side. Quote the request id when it stays.",
      request_id: headers.get("x-request-id"),
    });
  }

  beforeAll(() =>
    Promise.all([
      breakCollection("supply", "stocks"),
      breakCollection("roulettes", "giftTypes"),
      breakCollection("roulettes", "prizes"),
    ]),
  );

  test.each(["supply_list_stocks", "supply_propose_stock", "supply_create_stock", "roulettes_propose_roulette"])(
    "is in no answer of %s",
    async (name) => {
      const tool = tools.find((one) => one.name === name);
      expectNoDetails(await testMesh.callTool(own, name, tool && fillSampleArguments(tool, own)));
      for (const version of versions) {
        const params = { name, arguments: tool ? fillSampleArguments(tool, own) : {} };
        expectNoDetails(await sendRpc(version, testMesh.url, own, "tools/call", params));
      }
    },
  );

  test("is in no answer of REST", async () => {
    expectNoDetails(await testMesh.callRest(own, "GET", "/v1/public/prizes"));
  });

  test("is in no resource", async () => {
    for (const version of versions) {
      expectNoDetails(
        await sendRpc(version, testMesh.url, own, "resources/read", { uri: "service://roulettes/schema/gifts" }),
      );
    }
  });
});
