import { eventually } from "@tenant-ops/kit/testing";
import { personRoutes } from "@tenant-ops/rest";
import { type Role, roles } from "@tenant-ops/rest/access";
import { type Db, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, joinBusiness, type Person, type PersonAnswer } from "./support/people/people.js";
import { type Business, useSharedMesh, type TestMesh } from "./support/mesh/test-mesh.js";

/** The lowest role that may use a route; `person` for routes that are not about a business. A new route needs a row. */
const leastRoles: Record<string, Role | "person"> = {
  getSession: "person",
  signOut: "person",
  updateProfile: "person",
  listSessions: "person",
  endSession: "person",
  endOtherSessions: "person",
  listPasskeys: "person",
  createPasskeyOptions: "person",
  createPasskey: "person",
  renamePasskey: "person",
  deletePasskey: "person",
  createStepUpOptions: "person",
  completeStepUp: "person",
  listOwnConnections: "person",
  revokeOwnConnection: "person",
  getOwnBusiness: "viewer",
  listMembers: "viewer",
  listInvitations: "viewer",
  leaveBusiness: "viewer",
  listOwnApprovals: "viewer",
  countOwnApprovals: "viewer",
  getOwnApproval: "viewer",
  decideApproval: "approver",
  getApprovalNotices: "approver",
  setApprovalNotices: "approver",
  getApprovalPolicy: "admin",
  setApprovalPolicy: "admin",
  tryApprovalPolicy: "admin",
  updateOwnBusiness: "admin",
  listOwnKeys: "admin",
  getOwnKey: "admin",
  createOwnKey: "admin",
  rotateOwnKey: "admin",
  revokeOwnKey: "admin",
  updateMember: "admin",
  removeMember: "admin",
  createRecoveryLink: "admin",
  inviteMember: "admin",
  withdrawInvitation: "admin",
  getSignInSettings: "admin",
  putSignInSettings: "admin",
  testIdentityProvider: "admin",
  deleteSignInSettings: "admin",
  listConnections: "admin",
  revokeConnection: "admin",
  previewOwnOffboarding: "owner",
  createOwnOffboarding: "owner",
  getOwnOffboarding: "owner",
  cancelOwnOffboarding: "owner",
  exportOwnBusiness: "owner",
};

/** Which routes need a proof that is not older than five minutes. */
const withProof = new Set([
  "deletePasskey",
  "updateOwnBusiness",
  "createOwnKey",
  "rotateOwnKey",
  "revokeOwnKey",
  "updateMember",
  "removeMember",
  "createRecoveryLink",
  "inviteMember",
  "withdrawInvitation",
  "putSignInSettings",
  "deleteSignInSettings",
  "setApprovalPolicy",
  "createOwnOffboarding",
  "cancelOwnOffboarding",
  "exportOwnBusiness",
]);

/** They end the session or the membership of the person who calls. */
const ending = new Set(["signOut", "leaveBusiness", "endOtherSessions"]);

type Route = (typeof personRoutes)[number];
const writes = personRoutes.filter(({ method }) => method !== "GET");
const ofBusiness = personRoutes.filter(({ path }) => path.includes("{businessId}"));

let testMesh: TestMesh;
let mongo: MongoClient;
let database: Db;
let business: Business;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  database = mongo.db(`${testMesh.mesh.databasePrefix}console`);
  business = await testMesh.createBusiness();
  // A second owner, so that owners of the tests may leave the business.
  await joinBusiness(testMesh, business.businessId);
});
afterAll(async () => {
  await mongo?.close();
});

/** Ids that do not exist and an empty body: a request that is allowed is refused for its content, and writes nothing. */
function send(person: Person, { method, path }: Route, headers?: Record<string, string>): Promise<PersonAnswer> {
  const filled = path.replace("{businessId}", business.businessId).replaceAll(/\{\w+\}/g, "none_1");
  return person.call(method, filled, method === "GET" ? undefined : {}, headers);
}

async function createMember(role: Role): Promise<Person> {
  return joinBusiness(testMesh, business.businessId, { role });
}

const readCode = ({ status, body }: PersonAnswer) => ({ status, error: body?.error as unknown });

test("every route of people has a row in the table of roles and one scope or none", () => {
  const declared = personRoutes.map(({ id, access }) => [id, access !== undefined, access?.needsProof === true]);
  const expected = personRoutes.map(({ id }) => [id, id in leastRoles, withProof.has(id)]);
  expect(declared).toEqual(expected);
  expect(Object.keys(leastRoles).toSorted()).toEqual(personRoutes.map(({ id }) => id).toSorted());
  expect(ofBusiness.filter(({ access }) => access?.scope === undefined)).toEqual([]);
});

describe.each(roles)("the role %s", (role) => {
  let member: Person;
  beforeAll(async () => {
    member = await createMember(role);
  });

  test.each(personRoutes.map((route) => [route.id, route] as const))("and %s: as the table says", async (id, route) => {
    const answer = await send(ending.has(id) ? await createMember(role) : member, route);
    const least = leastRoles[id];
    const isAllowed = least === "person" || (least !== undefined && roles.indexOf(role) >= roles.indexOf(least));
    if (isAllowed) expect([401, 403]).not.toContain(answer.status);
    else expect(readCode(answer)).toEqual({ status: 403, error: "forbidden" });
  });
});

test("no answer about people is kept by a browser, neither what is allowed nor what is refused", async () => {
  const owner = await createMember("owner");
  const reads = personRoutes.filter(({ method }) => method === "GET");
  const kept = async (person: Person) => {
    const answers = await Promise.all(reads.map((route) => send(person, route)));
    return reads.flatMap(({ id }, index) => (answers[index]?.headers.get("cache-control") === "no-store" ? [] : [id]));
  };
  expect(await kept(owner)).toEqual([]);
  expect(await kept(createPerson(testMesh, ""))).toEqual([]);
});

describe("a route of people refuses", () => {
  test.each(personRoutes.map((route) => [route.id, route] as const))(
    "a request without a session: %s",
    async (_, route) => {
      const answer = await send(createPerson(testMesh, ""), route);
      expect(readCode(answer)).toEqual({ status: 401, error: "unauthorized" });
    },
  );

  test("a session that has ended: every route", async () => {
    const member = await createMember("owner");
    for (const route of ofBusiness.slice(0, 3)) expect((await send(member, route)).status).not.toBe(401);
    expect((await member.call("POST", "/v1/console/sign-out")).status).toBe(204);
    // The gateway remembers a session for a second.
    await eventually(async () => {
      const answers = await Promise.all(personRoutes.map((route) => send(member, route)));
      expect(answers.map(readCode)).toEqual(personRoutes.map(() => ({ status: 401, error: "unauthorized" })));
    });
  });

  test("an owner of another business: every route about a business", async () => {
    const other = await testMesh.createBusiness();
    const owner = await joinBusiness(testMesh, other.businessId);
    const answers = await Promise.all(ofBusiness.map((route) => send(owner, route)));
    expect(answers.map(readCode)).toEqual(ofBusiness.map(() => ({ status: 401, error: "unauthorized" })));
  });

  test.each(["cross-site", "same-site", "none"])("a write that a page of another site causes (%s)", async (site) => {
    const owner = await createMember("owner");
    const answers = await Promise.all(writes.map((route) => send(owner, route, { "sec-fetch-site": site })));
    expect(answers.map(readCode)).toEqual(writes.map(() => ({ status: 403, error: "forbidden" })));
    expect((await owner.call("GET", "/v1/console/session")).status).toBe(200);
  });

  test("an action that needs a proof, when the proof is older than five minutes", async () => {
    const owner = await createMember("owner");
    const { body } = await owner.call("GET", "/v1/console/session");
    const provenAt = new Date(Date.now() - 5 * 60_000 - 1000);
    await database.collection("sessions").updateMany({ personId: body.person._id }, { $set: { provenAt } });
    const asked = personRoutes.filter(({ id }) => withProof.has(id));
    const answers = await Promise.all(asked.map((route) => send(owner, route)));
    expect(answers.map(readCode)).toEqual(asked.map(() => ({ status: 403, error: "step_up_required" })));
  });
});
