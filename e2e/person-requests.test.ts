import { isLongRun } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTraces, readStreamEnd } from "./support/people/find-traces.js";
import { createPersonRequests, path } from "./support/people/person-requests.js";
import { countPersonRows, seedPerson } from "./support/people/seeded-person.js";
import { type Business, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

let testMesh: TestMesh;
let mongo: MongoClient;
let requests: ReturnType<typeof createPersonRequests>;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  requests = createPersonRequests(testMesh, mongo);
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  receiver.close();
  await mongo.close();
});

// An erasure takes several passes through all databases: on a busy machine more than the minute that a test has.
describe("the erasure of a person", { timeout: 600_000 }, () => {
  test("by the e-mail address leaves nothing in any database, in the stream or in a log, and ledgers and counts stay right", async () => {
    const business = await testMesh.createBusiness();
    const other = await testMesh.createBusiness();
    const since = await readStreamEnd(testMesh);
    const person = await seedPerson(testMesh, business, receiver.url);
    const sameElsewhere = await seedPerson(testMesh, other, receiver.url, { email: person.email });
    const values = await requests.valuesOf(business, person);
    const before = await findTraces(mongo, testMesh, values, since);
    // The same search finds the person first, in every kind of place.
    expect(before).toEqual(
      expect.arrayContaining([
        "EVENTS",
        "flows.fileChunks",
        "flows.registrations",
        "learning.idempotency",
        "learning.outbox",
        "learning.sessions",
        "roulettes.players",
        "roulettes.prizes",
        "roulettes.spins",
        "roulettes.visitors",
        "supply.withdrawals",
        "webhooks.events",
      ]),
    );
    expect(before.filter((place) => place.startsWith("log"))).toEqual([]);
    // Lists show who won.
    const named = await findTraces(mongo, testMesh, [person.fullName], since);
    expect(named).toEqual(expect.arrayContaining(["roulettes.prizes", "roulettes.spins", "roulettes.visitors"]));
    const counts = await countPersonRows(mongo, testMesh, business);

    const receipt = await requests.erase(business, { emails: [person.email.toUpperCase()] });
    expect(await findTraces(mongo, testMesh, values, since)).toEqual([]);
    const places = receipt.records.map(({ service, collection }) => `${service}.${collection}`);
    expect(places).toEqual(expect.arrayContaining(["supply.withdrawals", "flows.registrations", "webhooks.events"]));
    expect(JSON.stringify(receipt).toLowerCase()).not.toContain(person.email);
    expect(Date.parse(receipt.coversUntil)).toBeGreaterThanOrEqual(Date.parse(receipt.requestedAt));
    // As many rows and units as before, and all of a person's under one id: the player and the visitor are one player now.
    expect(await countPersonRows(mongo, testMesh, business)).toEqual({ ...counts, players: 1 });
    const spins = await testMesh.callRestOrThrow(
      business,
      "GET",
      `/v1/public/roulettes/${person.rouletteId}/spins?userId=${receipt.tombstone}`,
    );
    expect((spins["items"] as unknown[]).length).toBe(3);

    // The person with the same address at another business is untouched.
    const preview = await testMesh.callRestOrThrow(other, "POST", `${path}/preview`, { emails: [person.email] });
    expect(preview["names"]).toContainEqual({ kind: "userId", value: sameElsewhere.userId, isLinked: true });
    expect(await findTraces(mongo, testMesh, [sameElsewhere.fullName], since)).toContain("learning.sessions");

    // A repetition gets the same receipt.
    const again = await requests.request(business, { kind: "erasure", emails: [person.email] });
    expect(again).toEqual(receipt);
  });

  test("that is requested twice at once runs once", async () => {
    const business = await testMesh.createBusiness();
    const { email } = await seedPerson(testMesh, business, receiver.url);
    const both = await Promise.all([1, 2].map(() => requests.request(business, { kind: "erasure", emails: [email] })));
    expect(new Set(both.map(({ _id }) => _id)).size).toBe(1);
    await requests.waitForReceipt(business, both[0]?._id ?? "");
  });

  test("by a text that is too short for a phone number is refused", async () => {
    const business = await testMesh.createBusiness();
    for (const phone of ["28013", "tel. 5512345678"]) {
      const body = { kind: "erasure", phones: [phone] };
      const refused = await testMesh.callRest(business, "POST", path, body, { "idempotency-key": phone });
      expect(refused).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
      expect(JSON.stringify(refused.body)).toContain(phone === "28013" ? "seven digits" : "consists of digits");
    }
  });

  test("without a name is refused, and an unknown request is not found", async () => {
    const business = await testMesh.createBusiness();
    const refused = await testMesh.callRest(business, "POST", path, { kind: "erasure" }, { "idempotency-key": "none" });
    expect(refused.status).toBe(422);
    const unknown = await testMesh.callRest(business, "GET", `${path}/prq_unknown`);
    expect(unknown).toMatchObject({ status: 404, body: { error: "person_request_not_found" } });
  });

  test("needs write access to all areas", async () => {
    const business = await testMesh.createBusiness({ scopes: ["supply:write", "supply:read"] });
    const body = { kind: "erasure", emails: ["ana@example.com"] };
    const answer = await testMesh.callRest(business, "POST", path, body, { "idempotency-key": "one" });
    expect(answer).toMatchObject({ status: 403, body: { error: "forbidden" } });
  });
});

/** In the long run more records than one answer of a service contains, and than are listed at once. */
const moreRecords = isLongRun ? 450 : 30;
/** Each with a file, and with two names of its own as a visitor; one person has at most 50 names. */
const moreRegistrations = isLongRun ? 20 : 3;

/** Stores the only record of a business in a collection so many times more. */
async function repeatRecord(service: string, name: string, { businessId }: Business, times: number): Promise<void> {
  const collection = mongo.db(`${testMesh.mesh.databasePrefix}${service}`).collection<{ _id: string }>(name);
  const record = await collection.findOne({ businessId });
  if (!record) throw new Error(`${service} has no record of the business in ${name}`);
  await collection.insertMany(Array.from({ length: times }, (_, at) => ({ ...record, _id: `${record._id}${at}` })));
}

test("the export of a person has every record and file, ends with its counts, and is over when the person is erased", async () => {
  const business = await testMesh.createBusiness();
  const person = await seedPerson(testMesh, business, receiver.url);
  await repeatRecord("supply", "withdrawals", business, moreRecords);
  await repeatRecord("flows", "registrations", business, moreRegistrations);
  const { _id } = await requests.request(business, { kind: "export", emails: [person.email] });
  const download = () =>
    fetch(`${testMesh.url}${path}/${_id}/export`, {
      headers: { "x-api-key": business.key, "x-business-id": business.businessId },
    });
  const lines = (await (await download()).text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines[0]).toMatchObject({ type: "export", requestId: _id });
  const records = lines
    .filter(({ type }) => type === "record")
    .map(({ service, collection }) => `${service}.${collection}`);
  expect([...new Set(records)].toSorted()).toEqual([
    "flows.registrations",
    "learning.sessions",
    "roulettes.players",
    "roulettes.prizes",
    "roulettes.spins",
    "roulettes.visitors",
    "supply.withdrawals",
  ]);
  const count = (place: string) => records.filter((one) => one === place).length;
  expect([count("supply.withdrawals"), count("flows.registrations")]).toEqual([moreRecords + 1, moreRegistrations + 1]);
  const parts = lines.filter(({ type }) => type === "file").map(({ base64 }) => Buffer.from(String(base64), "base64"));
  expect(Buffer.concat(parts).toString("latin1")).toContain(person.fileMark);
  expect(lines.at(-1)).toEqual({ type: "end", records: records.length, fileParts: parts.length });

  await requests.erase(business, { emails: [person.email] });
  expect((await download()).status).toBe(409);
});
