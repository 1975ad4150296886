import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeFiles, type Manifest, readArchive } from "./support/records/archive.js";
import { findTraces } from "./support/people/find-traces.js";
import { createLink, createPerson, joinAs, joinBusiness } from "./support/people/people.js";
import { type PersonTraces, seedPerson } from "./support/people/seeded-person.js";
import {
  type Business,
  type HttpAnswer,
  type OwnTestMesh,
  requireProcess,
  sendJson,
  startTestMesh,
} from "./support/mesh/test-mesh.js";
import { waitForEvents } from "./support/mesh/wait-for-events.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

let testMesh: OwnTestMesh;
let mongo: MongoClient;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  const accounts = { OFFBOARDING_GRACE_SECONDS: 1, OFFBOARDING_SETTLE_MS: 1500 };
  testMesh = await startTestMesh({ env: { accounts } });
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  receiver.close();
  await mongo.close();
  await testMesh.stop();
});

interface Receipt {
  _id: string;
  status: string;
  requestedAs: string;
  before: { service: string; collection: string; records: number }[];
  deleted: { service: string; collection: string; records: number }[];
  remaining: number;
}

const toPath = ({ businessId }: Business) => `/v1/admin/businesses/${businessId}/offboarding`;

/** Calls a route as an operator, and returns any answer. */
function callOperator(method: string, path: string, body?: object, key?: string): Promise<HttpAnswer> {
  const headers = {
    authorization: `Bearer ${testMesh.mesh.operatorKey}`,
    ...(key !== undefined && { "idempotency-key": key }),
  };
  return sendJson(method, `${testMesh.mesh.operatorUrls[0]}${path}`, body, headers);
}

async function readName({ businessId }: Business): Promise<string> {
  return String((await testMesh.callAdmin("GET", `/businesses/${businessId}`))["name"]);
}

/** Starts an offboarding. @param given with a grace period of a day, no deletion begins during the test */
async function startOffboarding(
  business: Business,
  given: { graceDays?: number; key?: string } = {},
): Promise<HttpAnswer> {
  const { key = crypto.randomUUID(), ...rest } = given;
  const body = { confirmName: await readName(business), ...rest };
  return callOperator("POST", toPath(business), body, key);
}

async function waitForReceipt(business: Business): Promise<Receipt> {
  return eventually(async () => {
    const { body } = await callOperator("GET", toPath(business));
    expect(body["status"]).toBe("completed");
    return body as unknown as Receipt;
  }, 180_000);
}

interface FullBusiness extends Business {
  sandboxId: string;
  person: PersonTraces;
  ownerEmail: string;
  owner: Awaited<ReturnType<typeof joinBusiness>>;
}

/** A business with records in every area, a sandbox with the demo data, an owner, and an open invitation. */
async function createFullBusiness(): Promise<FullBusiness> {
  const business = await testMesh.createBusiness();
  const person = await seedPerson(testMesh, business, receiver.url);
  const testKey = await testMesh.createTestKey(business);
  await testMesh.callRestOrThrow(testKey, "POST", "/v1/public/sandbox/seed");
  const ownerEmail = `owner-${crypto.randomUUID()}@example.com`;
  const owner = await joinBusiness(testMesh, business.businessId, { email: ownerEmail });
  await createLink(testMesh, business.businessId, { email: `invited-${ownerEmail}` });
  const path = `/v1/admin/businesses/${business.businessId}`;
  await callOperator("PATCH", path, { name: `Shop ${business.businessId}` }, crypto.randomUUID());
  await testMesh.callRestOrThrow(
    business,
    "POST",
    "/v1/public/person-requests",
    { kind: "export", emails: [person.email] },
    { "idempotency-key": crypto.randomUUID() },
  );
  return { ...business, sandboxId: testKey.sandboxId, person, ownerEmail, owner };
}

/** Waits until nothing of these businesses runs in the background, because that would change what is counted and compared. */
async function waitForBackgroundWork(...businesses: FullBusiness[]): Promise<void> {
  await waitForEvents(testMesh);
  const deliveries = mongo.db(`${testMesh.mesh.databasePrefix}webhooks`).collection("deliveries");
  const pending = { businessId: { $in: businesses.map(({ businessId }) => businessId) }, status: "pending" };
  await eventually(async () => expect(await deliveries.countDocuments(pending)).toBe(0), 90_000);
  await eventually(async () => {
    const records = await Promise.all(businesses.map(readRecords));
    const places = records.flatMap((found) => Object.keys(found));
    // Services add up what was counted within seconds. Accounts counts each call, so it always has more to add up.
    expect(places.filter((place) => place.endsWith(".countChanges") && place !== "accounts.countChanges")).toEqual([]);
  }, 90_000);
}

/** Where values of the business are still stored, in a database or in the stream. Without logs, which contain ids of businesses. */
async function findRemaining({ businessId, sandboxId, person, ownerEmail }: FullBusiness): Promise<string[]> {
  const { email, fullName, phone, workerId, userId, fileMark } = person;
  const values = [businessId, sandboxId, ownerEmail, email, fullName, phone, workerId, userId, fileMark];
  return (await findTraces(mongo, testMesh, values)).filter((place) => !place.startsWith("log"));
}

/** All records of a business, as they are stored, by collection. */
async function readRecords({ businessId }: Pick<Business, "businessId">): Promise<Record<string, unknown[]>> {
  const records: Record<string, unknown[]> = {};
  const { databases } = await mongo.db().admin().listDatabases({ nameOnly: true });
  const prefix = testMesh.mesh.databasePrefix;
  for (const { name } of databases.filter((one) => one.name.startsWith(prefix))) {
    for (const collection of await mongo.db(name).listCollections({}, { nameOnly: true }).toArray()) {
      const found = await mongo
        .db(name)
        .collection(collection.name)
        .find({ businessId }, { sort: { _id: 1 } })
        .toArray();
      if (found.length > 0) records[`${name.replace(prefix, "")}.${collection.name}`] = found;
    }
  }
  return records;
}

// A deletion takes several passes through all databases: on a busy machine more than the minute that a test has.
describe("a business in offboarding", { timeout: 600_000 }, () => {
  test("is deleted in every database and in the stream, and only the receipt remains; other businesses do not change", async () => {
    const [business, other] = [await createFullBusiness(), await createFullBusiness()];
    // A member of both businesses.
    const link = await createLink(testMesh, other.businessId, { email: business.ownerEmail, role: "viewer" });
    const { person } = (await business.owner.call("GET", "/v1/console/session")).body;
    business.owner = createPerson(testMesh, await joinAs(link, business.owner.cookie, person._id));
    await waitForBackgroundWork(business, other);
    const before = await findRemaining(business);
    expect(before).toEqual(
      expect.arrayContaining([
        "EVENTS",
        "console.invitations",
        "console.memberships",
        "console.people",
        "flows.fileChunks",
        "flows.registrations",
        "flows.slugs",
        "accounts.businesses",
        "accounts.keys",
        "accounts.operatorCalls",
        "accounts.operatorWrites",
        "accounts.personRequests",
        "accounts.sandboxes",
        "learning.outbox",
        "learning.sessions",
        "roulettes.prizeTimers",
        "roulettes.spins",
        "supply.idempotency",
        "supply.stock_movements",
        "webhooks.deliveries",
        "webhooks.events",
        "webhooks.inbox",
        "webhooks.lanes",
      ]),
    );
    const { ownerEmail: _, ...rest } = business;
    const untouched = withoutUse(await readRecords(other));

    expect((await startOffboarding(business)).body).toMatchObject({ status: "closed", requestedAs: "operator" });
    const receipt = await waitForReceipt(business);
    expect(receipt).toMatchObject({ remaining: 0 });
    const deleted = new Map(receipt.deleted.map((one) => [`${one.service}.${one.collection}`, one.records]));
    for (const { service, collection, records } of receipt.before)
      expect([collection, deleted.get(`${service}.${collection}`)]).toEqual([collection, records]);
    for (const place of ["supply.withdrawals", "flows.fileChunks", "gateway.keys", "console.memberships"])
      expect(deleted.get(place)).toBeGreaterThan(0);
    // The owner is a member of the other business too.
    expect(await findRemaining({ ...rest, ownerEmail: business.businessId })).toEqual(["accounts.offboardings"]);
    expect((await business.owner.call("GET", `/v1/console/businesses/${other.businessId}`)).status).toBe(200);

    expect(withoutUse(await readRecords(other))).toEqual(untouched);
    expect((await testMesh.callTool(other, "supply_list_stocks")).status).toBe(200);
    const answer = await testMesh.callTool(business, "supply_list_stocks");
    expect([401, 403]).toContain(answer.status);
  });

  test("is deleted with the people who are members nowhere else", async () => {
    const business = await createFullBusiness();
    await waitForBackgroundWork(business);
    await startOffboarding(business);
    await waitForReceipt(business);
    expect(await findRemaining(business)).toEqual(["accounts.offboardings"]);
    const session = await business.owner.call("GET", "/v1/console/session");
    expect(session.status).toBe(401);
  });

  test("gets one offboarding from two requests at once, and the same receipt for a repeat", async () => {
    const business = await createFullBusiness();
    await waitForBackgroundWork(business);
    const key = crypto.randomUUID();
    const both = await Promise.all([
      startOffboarding(business, { key }),
      startOffboarding(business),
      startOffboarding(business, { key }),
    ]);
    expect(new Set(both.map(({ body }) => body["_id"])).size).toBe(1);
    const body = { confirmName: "another one" };
    const reused = await callOperator("POST", toPath(business), body, key);
    expect(reused).toMatchObject({ status: 422, body: { error: "idempotency_conflict" } });
    const receipt = await waitForReceipt(business);
    const repeated = await callOperator("POST", toPath(business), { confirmName: "" }, crypto.randomUUID());
    expect(repeated.body).toEqual(receipt);
    expect((await callOperator("GET", toPath(business))).body).toEqual(receipt);
    const { items } = await testMesh.callAdmin("GET", "/offboardings?limit=100");
    expect(items).toContainEqual(receipt);
    const late = await callOperator("POST", `${toPath(business)}/cancel`);
    expect(late).toMatchObject({ status: 409, body: { error: "offboarding_begun" } });
  });

  test("is deleted completely although accounts and services are killed during the deletion, and every record is counted once", async () => {
    const business = await createFullBusiness();
    await waitForBackgroundWork(business);
    await startOffboarding(business);
    await eventually(async () => {
      const { body } = await callOperator("GET", toPath(business));
      expect(body["status"]).toBe("deleting");
    }, 90_000);
    for (const name of new Set(["flows", "accounts", "roulettes"].map((one) => requireProcess(testMesh, one)))) {
      name.kill("SIGKILL");
      await name.exited;
      await name.start();
    }
    const receipt = await waitForReceipt(business);
    expect(receipt.remaining).toBe(0);
    const deleted = new Map(receipt.deleted.map((one) => [`${one.service}.${one.collection}`, one.records]));
    for (const { service, collection, records } of receipt.before)
      expect([collection, deleted.get(`${service}.${collection}`)]).toEqual([collection, records]);
    expect(await findRemaining(business)).toEqual(["accounts.offboardings"]);
  });
});

describe("during the grace period of an offboarding", () => {
  let business: FullBusiness;
  let testKey: Business;
  beforeAll(async () => {
    business = await createFullBusiness();
    testKey = await testMesh.createTestKey(business);
    await waitForBackgroundWork(business);
  });

  const ownPath = (rest = "") => `/v1/console/businesses/${business.businessId}${rest}`;
  const refusal = { status: 403, body: { error: "business_closed" } };

  test("calls of the business are refused for every caller, and accepted again after a cancellation", async () => {
    // The business is cached as active, and the person as a member.
    expect((await testMesh.callTool(business, "supply_list_stocks")).status).toBe(200);
    expect((await testMesh.callTool(testKey, "supply_list_stocks")).status).toBe(200);
    expect((await business.owner.call("GET", ownPath())).status).toBe(200);
    const { courses } = await readPages(business);
    expect((await fetch(courses)).status).toBe(200);
    const wrong = await callOperator("POST", toPath(business), { confirmName: "x" }, crypto.randomUUID());
    expect(wrong).toMatchObject({ status: 409, body: { error: "offboarding_not_confirmed" } });
    const preview = await callOperator("GET", `${toPath(business)}/preview`);
    expect(preview.body).toMatchObject({ name: await readName(business), sandboxId: business.sandboxId });
    const stored = await readRecords(business);

    const own = { confirmName: await readName(business), graceDays: 1 };
    const asked = await business.owner.call("POST", ownPath("/offboarding"), own, {
      "idempotency-key": crypto.randomUUID(),
    });
    expect(asked).toMatchObject({ status: 201, body: { status: "closed", requestedAs: "owner" } });
    expect(await testMesh.callTool(business, "supply_list_stocks")).toMatchObject(refusal);
    expect(await testMesh.callTool(testKey, "supply_list_stocks")).toMatchObject(refusal);
    expect(await testMesh.callRest(business, "GET", "/v1/public/courses")).toMatchObject(refusal);
    expect(await business.owner.call("GET", ownPath())).toMatchObject(refusal);
    expect(await business.owner.call("GET", ownPath("/members"))).toMatchObject(refusal);
    expect(await business.owner.call("GET", ownPath("/offboarding"))).toMatchObject({ status: 200 });
    expect(await readIsClosed(business)).toBe(true);
    expect((await fetch(courses)).status).toBe(404);
    const token = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: business.businessId,
      client_secret: business.key,
    });
    expect((await fetch(`${testMesh.url}/oauth/token`, { method: "POST", body: token })).status).toBe(403);

    // No record has changed, except those that store the request itself.
    const during = await readRecords(business);
    expect(without(during, changedByTheTest)).toEqual(without(stored, changedByTheTest));
    const canceled = await business.owner.call("POST", ownPath("/offboarding/cancel"), {});
    expect(canceled).toMatchObject({ status: 200, body: { status: "canceled", canceledAs: "owner" } });
    const again = await business.owner.call("POST", ownPath("/offboarding/cancel"), {});
    expect(again.body).toEqual(canceled.body);
    await eventually(async () => {
      expect((await testMesh.callTool(business, "supply_list_stocks")).status).toBe(200);
      expect((await testMesh.callTool(testKey, "supply_list_stocks")).status).toBe(200);
      expect((await fetch(courses)).status).toBe(200);
    });
    expect((await business.owner.call("GET", ownPath())).status).toBe(200);
    expect(await readIsClosed(business)).toBe(false);
  });

  test("the export has every record and file, and its manifest says so", async () => {
    const given = { confirmName: await readName(business), graceDays: 2 };
    await callOperator("POST", toPath(business), given, crypto.randomUUID());
    const archive = await fetch(`${testMesh.mesh.operatorUrls[0]}${toPath(business)}/export`, {
      headers: { authorization: `Bearer ${testMesh.mesh.operatorKey}` },
    });
    expect(archive.status).toBe(200);
    const files = await readArchive(Buffer.from(await archive.arrayBuffer()));
    const manifest = JSON.parse(files.get("manifest.json")?.toString() ?? "") as Manifest;
    files.delete("manifest.json");
    expect(manifest).toMatchObject({ businessId: business.businessId, sandboxId: business.sandboxId, isClosed: true });
    expect(manifest.files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }))).toEqual(describeFiles(files));

    const readLines = (path: string) =>
      (files.get(path)?.toString() ?? "")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as { _id: string });
    for (const [businessId, folder] of [
      [business.businessId, ""],
      [business.sandboxId, "sandbox/"],
    ] as const) {
      for (const [place, records] of Object.entries(await readRecords({ businessId }))) {
        // Gateways hand over the counts of earlier calls every five seconds, also while the business is closed: a row can come after the export.
        if (place === "accounts.countChanges") continue;
        // Callers know what accounts has as data of the gateway.
        const path = `${folder}${place.replace("accounts.", "gateway.").replace(".", "/")}.ndjson`;
        if (!files.has(path)) expect(notExported).toContain(place);
        else expect([path, readLines(path).map(({ _id }) => _id)]).toEqual([path, toIds(records)]);
      }
    }
    expect(readLines("gateway/businesses.ndjson").map(({ _id }) => _id)).toEqual([business.businessId]);
    const packs = [...files].filter(([path]) => path.startsWith("flows/files/"));
    expect(packs.map(([path]) => path)).toEqual(["flows/files/0001.zip"]);
    const sent = await readArchive(packs[0]![1]);
    expect(Buffer.concat([...sent.values()]).toString("latin1")).toContain(business.person.fileMark);
    const named = files.get("flows/registrations.ndjson")?.toString() ?? "";
    expect([...sent.keys()].filter((fileId) => named.includes(fileId)).length).toBeGreaterThan(0);
    expect(manifest.files.find(({ path }) => path === "flows/files/0001.zip")?.records).toBe(sent.size);
    const all = Buffer.concat([...files.values()]).toString("latin1");
    expect(all).not.toMatch(/"(hash|secret|secrets|clientSecret|tokenHash)":/);
  });
});

test("an offboarding of a business that does not exist, or that has none, is not found", async () => {
  const business = await testMesh.createBusiness();
  expect(await callOperator("GET", toPath(business))).toMatchObject({
    status: 404,
    body: { error: "offboarding_not_found" },
  });
  const unknown = await callOperator(
    "POST",
    toPath({ ...business, businessId: "unknown" }),
    { confirmName: "x" },
    crypto.randomUUID(),
  );
  expect(unknown).toMatchObject({ status: 404, body: { error: "business_not_found" } });
});

/** Collections that the request itself changes, or the calls of the test. */
const changedByTheTest = [
  "accounts.closedBusinesses",
  "accounts.credentialChanges",
  // Gateways hand over the calls of the last seconds also while the business is closed.
  "accounts.countChanges",
  "accounts.idempotency",
  "accounts.openCounts",
  "accounts.keys",
  "accounts.offboardings",
  "accounts.operatorCalls",
  "webhooks.deliveries",
  "webhooks.lanes",
];

/** Collections that only the mesh uses. */
const notExported = [
  ...["closedBusinesses", "idempotency", "outbox", "inbox", "quotaGuards", "personErasures"],
  ...["visitors", "lanes", "slugs", "prizeTimers", "registrationTimers", "signIns", "visitorUsage", "memberLocks"],
  ...[
    "authorizationCodes",
    "providerSignIns",
    "fileChunks",
    "offboardings",
    "operatorCalls",
    "credentialChanges",
    "leases",
  ],
].flatMap((name) =>
  ["supply", "roulettes", "learning", "flows", "webhooks", "analytics", "approvals", "console", "accounts"].map(
    (service) => `${service}.${name}`,
  ),
);

/** Compares only the ids of keys and lanes: the last use of a key is stored later, and a lane is released some time after its last delivery. */
/** Without what changes by itself: when a key was used, the lanes, and counts, which are added up later. */
const withoutUse = (records: Record<string, unknown[]>) =>
  Object.fromEntries(
    Object.entries(records)
      .filter(([place]) => !/\.(countChanges|openCounts)$|^accounts\.(credentialChanges|idempotency)$/.test(place))
      .map(([place, found]) => [place, ["accounts.keys", "webhooks.lanes"].includes(place) ? toIds(found) : found]),
  );

const toIds = (records: readonly unknown[]): string[] => records.map((record) => (record as { _id: string })._id);

const without = (records: Record<string, unknown[]>, places: readonly string[]) =>
  Object.fromEntries(Object.entries(records).filter(([place]) => !places.includes(place)));

/** `isClosed` in the session of the owner. */
async function readIsClosed({ owner, businessId }: FullBusiness): Promise<boolean | undefined> {
  const { body } = await owner.call("GET", "/v1/console/session");
  return (body.businesses as { _id: string; isClosed: boolean }[]).find(({ _id }) => _id === businessId)?.isClosed;
}

/** Addresses of public pages. */
async function readPages(business: Business): Promise<{ courses: string }> {
  const { items } = await testMesh.callRestOrThrow(business, "GET", "/v1/public/courses");
  const [course] = items as { _id: string }[];
  return { courses: `${testMesh.url}/course/${course?._id ?? ""}` };
}
