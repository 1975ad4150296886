import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTraces } from "./support/people/find-traces.js";
import { createPersonRequests } from "./support/people/person-requests.js";
import { seedPerson } from "./support/people/seeded-person.js";
import { type OwnTestMesh, requireProcess, startTestMesh } from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

let testMesh: OwnTestMesh;
let mongo: MongoClient;
let requests: ReturnType<typeof createPersonRequests>;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  testMesh = await startTestMesh({ env: { accounts: { PERSON_SETTLE_MS: 500 } } });
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  requests = createPersonRequests(testMesh, mongo);
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  receiver.close();
  await mongo.close();
  await testMesh.stop();
});

// An erasure takes several passes through all databases: on a busy machine more than the minute that a test has.
describe("the erasure of a person", { timeout: 600_000 }, () => {
  test("is continued after kill -9 of services and accounts, and counts every record once", async () => {
    const business = await testMesh.createBusiness();
    const person = await seedPerson(testMesh, business, receiver.url, { spins: 40 });
    const values = [person.email, ...(await requests.valuesOf(business, person))];
    const { _id } = await requests.request(business, { kind: "erasure", emails: [person.email] });
    for (const name of new Set(["roulettes", "accounts"].map((one) => requireProcess(testMesh, one)))) {
      name.kill("SIGKILL");
      await name.exited;
      await name.start();
    }
    const receipt = await requests.waitForReceipt(business, _id);
    expect(receipt.records).toContainEqual({ service: "roulettes", collection: "spins", records: 43 });
    expect(await findTraces(mongo, testMesh, values)).toEqual([]);
  });

  test("covers records that are created while it runs", async () => {
    const business = await testMesh.createBusiness();
    const person = await seedPerson(testMesh, business, receiver.url);
    const { _id } = await requests.request(business, { kind: "erasure", emails: [person.email] });
    const spin = { userId: person.userId };
    await testMesh.callRestOrThrow(business, "POST", `/v1/public/roulettes/${person.rouletteId}/spins`, spin, {
      "idempotency-key": crypto.randomUUID(),
    });
    // It is stored by now; when exactly is not known.
    const storedBefore = Date.now();
    const receipt = await requests.waitForReceipt(business, _id);
    // Records from after the time in the receipt are new, and another request erases them.
    if (Date.parse(receipt.coversUntil) < storedBefore) await requests.erase(business, { userIds: [person.userId] });
    expect(await findTraces(mongo, testMesh, [person.userId])).toEqual([]);
  });

  test("does not change registrations of other visitors with the same texts as answers, and covers a registration that has only files", async () => {
    const business = await testMesh.createBusiness();
    const { businessId } = business;
    const flows = mongo.db(`${testMesh.mesh.databasePrefix}flows`);
    const registrations = flows.collection<{ _id: string }>("registrations");
    const create = (answers: Record<string, string>, further: object = {}) => {
      const _id = `reg_${crypto.randomUUID()}`;
      return {
        _id,
        businessId,
        flowId: "flw_1",
        slug: "s",
        answers,
        words: [],
        utm: {},
        state: "completed",
        ...further,
      };
    };
    const others = [
      create({ children: "42", consent: "yes", city: "Madrid", email: "bob@example.com" }),
      create({ address: "Calle 28 n. 013 piso 55", postcode: "28013", email: "eve@example.com" }),
    ];
    const fileId = `fil_${crypto.randomUUID()}`;
    const own = create(
      {},
      { documents: [{ field: "ine", text: "INE", isRequired: true, file: { fileId, bytes: 4 } }] },
    );
    await registrations.insertMany([...others, own]);
    const chunks = flows.collection<{ _id: string }>("fileChunks");
    await chunks.insertOne({ _id: `${fileId}|0`, businessId, fileId, n: 0, data: Buffer.from("mark") } as never);

    const userIds = ["42", "yes", "Madrid", own._id];
    const receipt = await requests.erase(business, { userIds, phones: ["28 013 55"] });
    expect(receipt.records).toEqual([{ service: "flows", collection: "registrations", records: 1 }]);
    const stored = await registrations.find({ businessId }, { sort: { _id: 1 } }).toArray();
    const { documents: _, ...erased } = own as typeof own & { documents?: unknown };
    expect(stored).toEqual([...others, erased].toSorted((one, other) => (one._id < other._id ? -1 : 1)));
    expect(await chunks.countDocuments({ fileId })).toBe(0);
  });
});
