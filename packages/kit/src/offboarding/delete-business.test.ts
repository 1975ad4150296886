import { randomBytes } from "node:crypto";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { Binary, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../call/call.js";
import type { DataLife } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { newId } from "../data/ids.js";
import type { DeadLetterRow } from "../data/infrastructure.js";
import type { Bus } from "../events/bus.js";
import { createLogger } from "../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../testing/index.js";
import { type BusinessData, createBusinessData } from "./business-data.js";

const name = `test_offboarding_${randomBytes(4).toString("hex")}`;
let db: Database;
let client: MongoClient;
let data: BusinessData;
beforeAll(async () => {
  const url = testBackend().mongodbUrl;
  db = await openTestDatabase({
    ...{ url, name, appName: "kit", logger: createLogger("kit", "silent") },
    indexes: { indexed: [{ key: { size: 1 } }], plain: [], keptElsewhere: [] },
    sharedIndexes: { names: [], settings: [], people: [] },
    tenancyGuard: "commands",
  });
  client = await new MongoClient(url).connect();
  data = createBusinessData({ db, bus: {} as Bus, life, service: "kit" });
});
afterAll(async () => {
  await db.close();
  await client.close();
});

const kept = { retention: { kept: "always" }, personal: "Nobody." } as const;
const life: DataLife = {
  collections: {
    indexed: kept,
    plain: { ...kept, isInternal: true },
    names: {
      ...kept,
      isShared: true,
      onBusinessDeletion: async ({ scope }, { owner }) => {
        return { people: (await scope.shared("people").deleteMany({ _id: String(owner) })).deletedCount };
      },
    },
    settings: { ...kept, ofBusiness: "_id" },
    people: { ...kept, ofBusiness: "none" },
  },
  deletionSteps: [({ count }) => count("keptElsewhere", 0).then(() => undefined)],
};

const rows = 450;

async function createBusiness(prefix = "biz"): Promise<Call> {
  const call = createTestCall(newId(prefix), { requestDigest: () => "digest" });
  const { businessId } = call;
  const mongo = client.db(name);
  const ids = Array.from({ length: rows }, () => newId("row"));
  for (const collection of ["indexed", "plain"])
    await mongo
      .collection<{ _id: string }>(collection)
      .insertMany(ids.map((_id, size) => ({ _id, businessId, size, tokenHash: "x" })));
  const [claimed, owner] = [newId("name"), newId("person")];
  await db.transaction({ ...call, idempotencyKey: claimed }, async (scope) => {
    await scope.claim("names", claimed, { owner });
    await scope.publish(StockLowSchema, { stockId: claimed });
    return { claimed };
  });
  await db.processOnce(async () => undefined)(call, { id: newId("evt"), event: undefined });
  await db.shared("settings").insertOne({ _id: businessId });
  await db.shared("people").insertOne({ _id: owner });
  const letter = {
    consumer: "c",
    subject: `events.kit.${businessId}.X`,
    data: new Binary(),
    error: "",
    at: new Date(),
  };
  await db.infrastructure<DeadLetterRow>("deadLetters").insertOne({ _id: newId("row"), ...letter });
  await db.infrastructure("leases").insertOne({ _id: `person search ${businessId}` });
  return call;
}

/** The collections that contain the id of the business. */
async function findCollections({ businessId }: Call): Promise<string[]> {
  const collectionNames: string[] = [];
  for (const collection of await client.db(name).listCollections({}, { nameOnly: true }).toArray()) {
    const found = await client.db(name).collection(collection.name).find().toArray();
    if (JSON.stringify(found).includes(businessId)) collectionNames.push(collection.name);
  }
  return collectionNames.toSorted();
}

const everywhere = ["deadLetters", "idempotency", "inbox", "indexed", "leases", "names", "outbox", "plain", "settings"];

async function deleteWhole(call: Call, requestId: string, pass: number) {
  for (;;) {
    const result = await data.delete(call, { requestId, pass });
    if (result.isComplete) return result;
  }
}

test("every record of the business is deleted and counted once, and those of another business stay", async () => {
  const [call, other] = [await createBusiness(), await createBusiness()];
  const requestId = newId("request");
  expect(await findCollections(call)).toEqual(everywhere);
  await expect(data.delete(call, { requestId, pass: 1 })).rejects.toThrow("not in the state deleting");

  await data.setState(call, { state: "closed", version: 1 });
  await data.setState(call, { state: "deleting", version: 2 });
  const counted = await data.count(call, "");
  expect(counted).toEqual({
    found: expect.arrayContaining([
      { collection: "indexed", records: rows },
      { collection: "plain", records: rows },
      { collection: "names", records: 1 },
      { collection: "settings", records: 1 },
    ]),
    position: "",
  });
  const first = await deleteWhole(call, requestId, 1);
  expect(first.changed).toEqual(
    expect.arrayContaining([
      ...counted.found,
      { collection: "people", records: 1 },
      { collection: "outbox", records: 1 },
    ]),
  );
  const second = await deleteWhole(call, requestId, 2);
  expect(second).toMatchObject({ changedInPass: 0, changed: first.changed });
  await data.end(call, { requestId, version: 2 });
  expect(await findCollections(call)).toEqual([]);
  expect(await data.count(call, "")).toEqual({ found: [], position: "" });
  expect(await findCollections(other)).toEqual(everywhere);
  expect((await data.count(other, "")).found).toContainEqual({ collection: "indexed", records: rows });
});

test("the earlier id of a sandbox is deleted completely, found by an index, and refused afterwards", async () => {
  const call = await createBusiness("sbx");
  const { businessId } = call;
  const requestId = newId("request");
  for (const collection of ["indexed", "plain", "outbox", "inbox"]) {
    expect(db.isIndexedByBusiness(collection, businessId)).toBe(true);
    const plan = await client.db(name).collection(collection).find({ businessId }).limit(200).explain("queryPlanner");
    const { winningPlan } = plan["queryPlanner"] as { winningPlan: object };
    expect(JSON.stringify(winningPlan)).toContain("recordsOfSandboxes");
  }
  await data.setState(call, { state: "deleting", version: 1 });
  await deleteWhole(call, requestId, 1);
  await data.end(call, { requestId, version: 1 });
  expect(await findCollections(call)).toEqual([]);
  const write = db.transaction(call, async () => ({}));
  await expect(write).rejects.toMatchObject({ code: "sandbox_busy", retryAfter: 1 });
});

test("an export has every record once, in parts, without hashes and without collections of the mesh", async () => {
  const call = await createBusiness();
  const files = new Map<string, string>();
  let position = "";
  let parts = 0;
  do {
    const part = await data.export(call, position);
    if (part.name !== "") files.set(part.name, (files.get(part.name) ?? "") + part.content.toString());
    ({ position } = part);
    parts += 1;
  } while (position !== "");
  expect(parts).toBeGreaterThan(4);
  expect([...files.keys()].toSorted()).toEqual(
    ["dailyCounts.ndjson", "indexed.ndjson", "names.ndjson", "settings.ndjson"].toSorted(),
  );
  const lines = (files.get("indexed.ndjson") ?? "").trimEnd().split("\n");
  const ids = lines.map((line) => (JSON.parse(line) as { _id: string })._id);
  expect(new Set(ids).size).toBe(rows);
  expect(lines).toHaveLength(rows);
  expect(files.get("indexed.ndjson")).not.toContain("tokenHash");
});
