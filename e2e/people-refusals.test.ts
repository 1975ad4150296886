import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinBusiness, type Person } from "./support/people/people.js";
import { useSharedMesh, type TestMesh } from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
let mongo: MongoClient;
let owner: Person;
let business: string;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  const { businessId } = await testMesh.createBusiness();
  owner = await joinBusiness(testMesh, businessId);
  business = `/v1/console/businesses/${businessId}`;
});
afterAll(async () => {
  await mongo?.close();
});

// An id of another business gets the same answers; e2e/people-access.test.ts tries that for every route.
test.each([
  ["DELETE", "{business}/invitations/inv_unknown", undefined, 404, "invitation_not_found"],
  ["DELETE", "{business}/members/mem_unknown", undefined, 404, "member_not_found"],
  ["POST", "{business}/connections/con_unknown/revoke", undefined, 404, "connection_not_found"],
  ["POST", "/v1/console/connections/con_unknown/revoke", undefined, 404, "connection_not_found"],
  ["DELETE", "{business}/sign-in", undefined, 404, "sign_in_not_configured"],
  ["DELETE", "/v1/console/sessions/sgn_unknown", undefined, 404, "person_session_not_found"],
  ["PATCH", "/v1/console/passkeys/psk_unknown", { name: "Phone" }, 404, "passkey_not_found"],
  ["POST", "/v1/console/step-up/options", undefined, 409, "passkey_missing"],
] as const)("%s %s is refused with a code and a sentence", async (method, path, body, status, error) => {
  const answer = await owner.call(method, path.replace("{business}", business), body);
  expect([answer.status, answer.body.error]).toEqual([status, error]);
  expect(answer.body.detail).toMatch(/^[A-Z].+\.$/);
});

test("the only passkey of a person stays", async () => {
  const { body } = await owner.call("GET", "/v1/console/session");
  const passkey = { _id: "psk_only", credentialId: "only", publicKey: "", counter: 0, transports: [] };
  const people = mongo
    .db(`${testMesh.mesh.databasePrefix}console`)
    .collection<{ _id: string; passkeys: object[] }>("people");
  const times = { isSynced: false, name: "Phone", createdAt: new Date(), lastUsedAt: null };
  await people.updateOne({ _id: body.person._id }, { $set: { passkeys: [{ ...passkey, ...times }] } });
  const answer = await owner.call("DELETE", "/v1/console/passkeys/psk_only");
  expect([answer.status, answer.body.error]).toEqual([409, "last_passkey"]);
});
