import { eventually } from "@tenant-ops/kit/testing";
import { type Db, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createLink,
  createPerson,
  joinBusiness,
  type Person,
  readSessionCookie,
  useLink,
} from "./support/people/people.js";
import { type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
let mongo: MongoClient;
let database: Db;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  database = mongo.db(`${testMesh.mesh.databasePrefix}console`);
});
afterAll(() => mongo?.close());

interface Team {
  businessId: string;
  path: string;
  owner: Person;
}

async function createTeam(): Promise<Team> {
  const { businessId } = await testMesh.createBusiness();
  const owner = await joinBusiness(testMesh, businessId);
  return { businessId, owner, path: `/v1/console/businesses/${businessId}` };
}

const readPersonId = async (person: Person): Promise<string> =>
  (await person.call("GET", "/v1/console/session")).body.person._id;

async function findMemberId({ owner, path }: Team, person: Person): Promise<string> {
  const personId = await readPersonId(person);
  const { body } = await owner.call("GET", `${path}/members?limit=500`);
  return body.items.find((member: { personId: string }) => member.personId === personId)._id;
}

describe("an invitation", () => {
  test("works once: of two people who press the button at once, one joins", async () => {
    const { businessId } = await createTeam();
    const link = await createLink(testMesh, businessId, { role: "viewer" });
    const answers = await Promise.all([useLink(link), useLink(link)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 404]));
    expect((await useLink(link)).status).toBe(404);
    expect(await database.collection("memberships").countDocuments({ businessId })).toBe(2);
  });

  test("is not used up by a mail scanner that opens it, nor by a page of another site", async () => {
    const { businessId } = await createTeam();
    const link = await createLink(testMesh, businessId);
    expect((await fetch(link)).status).toBe(200);
    expect((await fetch(link, { method: "HEAD" })).status).toBe(200);
    const crossSite = await fetch(link, { method: "POST", headers: { "sec-fetch-site": "cross-site" } });
    expect(crossSite.status).toBe(403);
    expect((await useLink(link)).status).toBe(303);
  });

  test("does not work when it has expired or was withdrawn", async () => {
    const { businessId, owner, path } = await createTeam();
    const given = { name: "Luz", email: "luz@example.com", role: "viewer" };
    const expired = await owner.call("POST", `${path}/invitations`, given);
    await database.collection("invitations").updateOne({ _id: expired.body._id }, { $set: { expiresAt: new Date(0) } });
    expect((await useLink(expired.body.url)).status).toBe(404);
    const withdrawn = await owner.call("POST", `${path}/invitations`, { ...given, email: "sol@example.com" });
    expect((await owner.call("DELETE", `${path}/invitations/${withdrawn.body._id}`)).status).toBe(204);
    expect((await useLink(withdrawn.body.url)).status).toBe(404);
    expect((await owner.call("GET", `${path}/invitations`)).body.items).toEqual([]);
    expect(await database.collection("memberships").countDocuments({ businessId })).toBe(1);
  });

  test("is the same link when the request is repeated with its Idempotency-Key, and is refused with 409 for the e-mail of a member", async () => {
    const { owner, path } = await createTeam();
    const given = { name: "Luz", email: "luz@example.com", role: "viewer" };
    const headers = { "idempotency-key": "one" };
    const first = await owner.call("POST", `${path}/invitations`, given, headers);
    const second = await owner.call("POST", `${path}/invitations`, given, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    await useLink(first.body.url);
    const again = await owner.call("POST", `${path}/invitations`, { ...given, email: "LUZ@example.com" });
    expect(again).toMatchObject({ status: 409, body: { error: "already_member" } });
  });

  test("lets a signed-in person join with the existing account, and refuses that choice to any other person", async () => {
    const [first, second] = [await createTeam(), await createTeam()];
    const personId = await readPersonId(first.owner);
    const link = await createLink(testMesh, second.businessId, { role: "viewer" });
    const page = await (await fetch(link, { headers: { cookie: first.owner.cookie } })).text();
    expect(page).toContain(`value="${personId}"`);
    expect((await useLink(link, second.owner.cookie, `as=${personId}`)).headers.get("location")).toContain(
      "/invitation/",
    );
    const joined = await useLink(link, first.owner.cookie, `as=${personId}`);
    expect(joined.headers.get("location")).toBe(
      `/sign-in/new-passkey?return=${encodeURIComponent(`/b/${second.businessId}`)}`,
    );
    expect((await first.owner.call("GET", "/v1/console/session")).status).toBe(401);
    const person = createPerson(testMesh, readSessionCookie(joined));
    const { body } = await person.call("GET", "/v1/console/session");
    expect(body.businesses.map(({ role }: { role: string }) => role)).toEqual(["owner", "viewer"]);
  });
});

describe("an operator", () => {
  const list = (businessId: string, query = "") =>
    testMesh.callAdmin("GET", `/businesses/${businessId}/invitations${query}`);

  test("sees the open invitations of a business page by page, those of operators and of members, and no links", async () => {
    const { businessId, owner, path } = await createTeam();
    const other = await createTeam();
    await createLink(testMesh, other.businessId);
    await createLink(testMesh, businessId, { email: "ana@example.com", role: "admin" });
    await owner.call("POST", `${path}/invitations`, { name: "Luz", email: "luz@example.com", role: "viewer" });
    const first = await list(businessId, "?limit=1");
    expect(first).toMatchObject({ items: [{ name: "Luz", role: "viewer", isRecovery: false }], has_more: true });
    const second = await list(businessId, `?limit=1&cursor=${String(first["next_cursor"])}`);
    expect(second).toMatchObject({ items: [{ email: "ana@example.com", role: "admin" }], has_more: false });
    expect(JSON.stringify([first, second])).not.toMatch(/token|\/invitation\//i);
    // Members read who of them has invited, and no name of an operator.
    const { items } = (await owner.call("GET", `${path}/invitations`)).body as { items: { invitedBy: unknown }[] };
    expect(items.map(({ invitedBy }) => invitedBy)).toEqual([expect.any(String), null]);
  });

  test("withdraws an invitation once, its link ends, and a repeat with the same Idempotency-Key gets the same answer", async () => {
    const { businessId } = await createTeam();
    const other = await createTeam();
    const link = await createLink(testMesh, businessId);
    const { items } = (await list(businessId)) as { items: { _id: string }[] };
    const id = items[0]?._id ?? "";
    const withdraw = async (business: string, key?: string) => {
      const url = `${testMesh.mesh.operatorUrls[0]}/v1/admin/businesses/${business}/invitations/${id}`;
      const headers = { authorization: `Bearer ${testMesh.mesh.operatorKey}`, ...(key && { "idempotency-key": key }) };
      return (await fetch(url, { method: "DELETE", headers })).status;
    };
    expect(await withdraw(other.businessId)).toBe(404);
    expect(await Promise.all([withdraw(businessId, "one"), withdraw(businessId, "one")])).toEqual([204, 204]);
    expect(await withdraw(businessId, "two")).toBe(404);
    expect((await useLink(link)).status).toBe(404);
    expect(await list(businessId)).toMatchObject({ items: [], count: 0 });
    expect(await withdraw("biz_01h455vb4pex5vsknk084sn02q")).toBe(404);
  });
});

describe("members", () => {
  test("of two owners who remove or demote each other at once, one is still an owner afterwards", async () => {
    const team = await createTeam();
    const other = await joinBusiness(testMesh, team.businessId);
    const [ownId, otherId] = [await findMemberId(team, team.owner), await findMemberId(team, other)];
    const answers = await Promise.all([
      team.owner.call("DELETE", `${team.path}/members/${otherId}`),
      other.call("PATCH", `${team.path}/members/${ownId}`, { role: "viewer" }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const owners = await database
      .collection("memberships")
      .countDocuments({ businessId: team.businessId, role: "owner" });
    expect(owners).toBe(1);
    const [last] = await database
      .collection("memberships")
      .find({ businessId: team.businessId, role: "owner" })
      .toArray();
    const stayed = last?._id.toString() === ownId ? team.owner : other;
    expect((await stayed.call("POST", `${team.path}/leave`)).body.error).toBe("last_owner");
  });

  test("an admin neither changes owners and admins, nor gives a role above the own", async () => {
    const team = await createTeam();
    const [admin, peer, viewer] = [
      await joinBusiness(testMesh, team.businessId, { role: "admin" }),
      await joinBusiness(testMesh, team.businessId, { role: "admin" }),
      await joinBusiness(testMesh, team.businessId, { role: "viewer" }),
    ];
    const pathOf = async (person: Person) => `${team.path}/members/${await findMemberId(team, person)}`;
    for (const target of [team.owner, peer]) {
      expect((await admin.call("PATCH", await pathOf(target), { role: "viewer" })).body.error).toBe("forbidden");
      expect((await admin.call("DELETE", await pathOf(target))).body.error).toBe("forbidden");
      expect((await admin.call("POST", `${await pathOf(target)}/recovery`)).body.error).toBe("forbidden");
    }
    expect((await admin.call("PATCH", await pathOf(viewer), { role: "owner" })).body.error).toBe("forbidden");
    const invitation = { name: "Luz", email: "luz@example.com", role: "owner" };
    expect((await admin.call("POST", `${team.path}/invitations`, invitation)).body.error).toBe("forbidden");
    expect((await admin.call("PATCH", await pathOf(viewer), { role: "operator" })).body.role).toBe("operator");
  });

  test("links that a member has made end when the member is removed", async () => {
    const team = await createTeam();
    const admin = await joinBusiness(testMesh, team.businessId, { role: "admin" });
    const given = { name: "Luz", email: "luz@example.com", role: "admin" };
    const { body } = await admin.call("POST", `${team.path}/invitations`, given);
    await team.owner.call("DELETE", `${team.path}/members/${await findMemberId(team, admin)}`);
    expect((await useLink(body.url)).status).toBe(404);
  });

  test("a recovery link signs a member in again, but not a member of other businesses too", async () => {
    const [team, other] = [await createTeam(), await createTeam()];
    const member = await joinBusiness(testMesh, team.businessId, { role: "operator" });
    const personId = await readPersonId(member);
    const recovery = `${team.path}/members/${await findMemberId(team, member)}/recovery`;
    const used = await useLink((await team.owner.call("POST", recovery)).body.url);
    expect(await readPersonId(createPerson(testMesh, readSessionCookie(used)))).toBe(personId);
    const pending = await team.owner.call("POST", recovery);
    await useLink(await createLink(testMesh, other.businessId), member.cookie, `as=${personId}`);
    expect((await team.owner.call("POST", recovery)).body.error).toBe("recovery_not_allowed");
    expect((await useLink(pending.body.url)).status).toBe(404);
  });

  test("are found by role and by words of name or e-mail, page by page, by their own business only", async () => {
    const [team, other] = [await createTeam(), await createTeam()];
    for (const name of ["Luz (1", "Luz (2", "Sol"])
      await joinBusiness(testMesh, team.businessId, { name, role: "viewer", email: `${name.slice(-1)}@example.com` });
    const read = async (query: string) => (await team.owner.call("GET", `${team.path}/members?${query}`)).body;
    expect((await read("role=viewer")).count).toBe(3);
    expect((await read(`search=${encodeURIComponent("luz (")}`)).count).toBe(2);
    expect((await read("search=sol%20EX")).items).toMatchObject([{ name: "Sol", email: "l@example.com" }]);
    const first = await read("limit=3");
    expect((await read(`limit=3&cursor=${first.next_cursor}`)).count).toBe(1);
    expect((await other.owner.call("GET", `${team.path}/members`)).status).toBe(401);
  });
});

describe("sessions", () => {
  test("end one by one, all others at once, and only by their own person", async () => {
    const { owner, businessId } = await createTeam();
    const { body } = await owner.call("GET", "/v1/console/sessions");
    expect(body.items).toMatchObject([{ isCurrent: true, startedBy: "link" }]);
    const colleague = await joinBusiness(testMesh, businessId);
    const path = `/v1/console/sessions/${body.items[0]._id}`;
    expect((await colleague.call("DELETE", path)).status).toBe(404);
    expect((await owner.call("DELETE", path)).status).toBe(204);
    expect((await owner.call("GET", "/v1/console/session")).status).toBe(401);
  });

  test("a stored hash, a forged token and an old session are no session", async () => {
    const { owner, businessId } = await createTeam();
    const personId = await readPersonId(owner);
    const [stored] = await database.collection("sessions").find({ personId }).toArray();
    for (const token of [String(stored?.["tokenHash"]), "a".repeat(43), "", "x"]) {
      const thief = createPerson(testMesh, `session=${token}`);
      expect((await thief.call("GET", "/v1/console/session")).status).toBe(401);
      expect((await thief.call("GET", `/v1/console/businesses/${businessId}/keys`)).status).toBe(401);
    }
    await database.collection("sessions").updateMany({ personId }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await owner.call("GET", "/v1/console/session")).status).toBe(401);
  });
});

test("a removed member and an ended session are refused on every replica", async () => {
  const { owner, path, businessId } = await createTeam();
  const atBoth = (cookie: string) => [createPerson(testMesh, cookie, 0), createPerson(testMesh, cookie, 1)];
  const readStatuses = (people: Person[]) =>
    Promise.all(people.map(async (person) => (await person.call("GET", path)).status));

  const admin = await joinBusiness(testMesh, businessId, { role: "admin" });
  const [removed, ended] = [atBoth(admin.cookie), atBoth(owner.cookie)];
  expect(await readStatuses([...removed, ...ended])).toEqual([200, 200, 200, 200]);
  const { body } = await owner.call("GET", `${path}/members?role=admin`);
  expect((await owner.call("DELETE", `${path}/members/${body.items[0]._id}`)).status).toBe(204);
  await eventually(async () => expect(await readStatuses(removed)).toEqual([401, 401]));
  expect((await owner.call("POST", "/v1/console/sign-out")).status).toBe(204);
  await eventually(async () => expect(await readStatuses(ended)).toEqual([401, 401]));
});
