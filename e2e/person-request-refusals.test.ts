import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { path, registerWithoutProof } from "./support/people/person-requests.js";
import { forgetProof, joinBusiness } from "./support/people/people.js";
import {
  type Business,
  createCenterStock,
  type HttpAnswer,
  type TestMesh,
  useSharedMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
let mongo: MongoClient;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
});
afterAll(() => mongo.close());

const request = (business: Business, body: object) =>
  testMesh.callRest(business, "POST", path, body, { "idempotency-key": crypto.randomUUID() });
const countRequests = async (business: Business) =>
  ((await testMesh.callRestOrThrow(business, "GET", path))["items"] as unknown[]).length;

function expectRefusal({ status, body }: HttpAnswer, expected: { status: number; error: string }): void {
  expect({ status, error: body["error"] }).toEqual(expected);
}

test("a member of the business is not erased", async () => {
  const business = await testMesh.createBusiness();
  const email = `ana-${crypto.randomUUID()}@example.com`;
  await joinBusiness(testMesh, business.businessId, { role: "viewer", email });
  const answer = await request(business, { kind: "erasure", emails: [email] });
  expectRefusal(answer, { status: 409, error: "person_is_member" });
  expect(await countRequests(business)).toBe(0);
});

test("an e-mail address that is linked to more names than one person has is not erased, unless links are excluded", async () => {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 1000);
  const email = "shared@example.com";
  const withdraw = (worker: number) =>
    testMesh.callToolOrThrow(
      business,
      "supply_approve_withdrawal",
      withdrawalArguments({ ...ids, worker_id: `worker-${worker}`, email }),
    );
  await Promise.all(Array.from({ length: 60 }, (_, worker) => withdraw(worker)));
  const body = { kind: "erasure", emails: [email] };
  expectRefusal(await request(business, body), { status: 409, error: "person_ambiguous" });
  expect(await countRequests(business)).toBe(0);
  expect((await request(business, { ...body, includeLinked: false })).status).toBe(201);
});

test("a stranger who registers with the e-mail address of a victim and an own phone gets nothing of the victim by that phone", async () => {
  const [business, other] = [await testMesh.createBusiness(), await testMesh.createBusiness()];
  const { ids } = await createCenterStock(testMesh, business, 10);
  const email = `victim-${crypto.randomUUID()}@example.com`;
  const workerId = `worker-${crypto.randomUUID()}`;
  const given = withdrawalArguments({ ...ids, worker_id: workerId, email });
  await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", given);
  await registerWithoutProof(testMesh, business, { email, phone: "+525512345678" });

  const preview = (of: Business, names: object) => testMesh.callRestOrThrow(of, "POST", `${path}/preview`, names);
  const phones = ["55 1234 5678"];
  const found = await preview(business, { phones });
  expect(found["records"]).toEqual([{ service: "flows", collection: "registrations", records: 1 }]);
  expect(found["unprovenNames"]).toEqual([{ kind: "email", value: email }]);
  expect(JSON.stringify(found["names"])).not.toMatch(new RegExp(`${email}|${workerId}`));
  const { _id } = (await request(business, { kind: "export", phones })).body;
  const headers = { "x-api-key": business.key, "x-business-id": business.businessId };
  const exported = await (await fetch(`${testMesh.url}${path}/${String(_id)}/export`, { headers })).text();
  expect(exported).toContain('"collection":"registrations"');
  expect(exported).not.toContain(workerId);

  // Who names the address has said that it belongs to the person.
  const named = await preview(business, { phones, emails: [email] });
  expect(named["names"]).toContainEqual({ kind: "userId", value: workerId, isLinked: true });
  expect(named["unprovenNames"]).toEqual([]);
  expect(await preview(other, { phones, emails: [email] })).toMatchObject({ records: [], unprovenNames: [] });
});

test("an erasure has no export, and a request of another business is not found", async () => {
  const [business, other] = [await testMesh.createBusiness(), await testMesh.createBusiness()];
  const created = await request(business, { kind: "erasure", emails: ["ana@example.com"] });
  const exportPath = `${path}/${String(created.body["_id"])}/export`;
  const ended = await testMesh.callRest(business, "GET", exportPath);
  expectRefusal(ended, { status: 409, error: "person_export_ended" });
  const foreign = await testMesh.callRest(other, "GET", exportPath);
  expectRefusal(foreign, { status: 404, error: "person_request_not_found" });
});

test("a person whose last proof is older than five minutes exports, and does not erase", async () => {
  const business = await testMesh.createBusiness();
  const admin = await joinBusiness(testMesh, business.businessId, { role: "admin" });
  const ask = (kind: "export" | "erasure") => {
    const headers = { "idempotency-key": crypto.randomUUID(), "x-business-id": business.businessId };
    return admin.call("POST", path, { kind, emails: ["ana@example.com"] }, headers);
  };
  expect((await ask("erasure")).status).toBe(201);
  await forgetProof(testMesh, mongo, admin);
  // The gateway caches sessions for a moment.
  await expect.poll(async () => (await ask("erasure")).body.error).toBe("step_up_required");
  expect((await ask("export")).status).toBe(201);
  // Keys need no proof: they are protected by their scopes.
  const body = { kind: "erasure", emails: ["eva@example.com"] };
  expect((await request(business, body)).status).toBe(201);
});
