import { randomBytes } from "node:crypto";
import { createPersonNames, type RpcClients } from "@tenant-ops/kit/rpc";
import type { PersonPartRequest } from "@tenant-ops/proto/common";
import { createLogger } from "@tenant-ops/kit/telemetry";
import type { Database, PersonIdentifier } from "@tenant-ops/kit/data";
import { getSchema } from "@tenant-ops/kit/process";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "../accounts.js";
import { createRequest } from "./create-request.js";
import { createEraseWork } from "./erase.worker.js";
import { completeErasure, findRequest } from "./person-requests.store.js";
import { runAlone } from "../requests/run-alone.js";

const logger = createLogger("gateway", "silent");
let db: Database;
beforeAll(async () => {
  const name = `test_requests_${randomBytes(4).toString("hex")}`;
  const url = testBackend().mongodbUrl;
  db = await openTestDatabase({ url, name, appName: "gateway", logger, ...getSchema(accounts) });
});
afterAll(() => db.close());

const answerWith = (found: { collection: string; records: number }[], links: PersonIdentifier[] = []) =>
  ({
    unary: async () => ({ message: { found, links: createPersonNames(links), position: "" } }),
  }) as unknown as RpcClients;
/** Every service has one record of the person. */
const oneRecord = answerWith([{ collection: "notes", records: 1 }]);

function createBusiness(clients = oneRecord) {
  const businessId = `biz_${randomBytes(6).toString("hex")}`;
  const caller = { businessId, country: "MX", keyId: "key_1" };
  const options = { db, clients, services: ["supply"], pepper: Buffer.from("pepper") };
  const request = (
    email: string | string[],
    given: { key?: string; includeLinked?: boolean; kind?: "export" | "erasure" } = {},
  ) => {
    const { key = crypto.randomUUID(), includeLinked = true, kind = "erasure" } = given;
    const names = { emails: [email].flat(), userIds: [], phones: [] };
    const digest = `${String(email)}${kind}${includeLinked}`;
    return createRequest(options, {
      ...names,
      ...{ kind, includeLinked, caller, idempotencyKey: key, digest, requestId: "req_1" },
    });
  };
  return { businessId, request };
}

test("of one business five erasures run at a time; the next one is refused until one is completed", async () => {
  const { request } = createBusiness();
  const started = await Promise.all([1, 2, 3, 4, 5].map((number) => request(`ana${number}@example.com`)));
  await expect(request("ana6@example.com")).rejects.toMatchObject({ code: "rate_limited" });
  // The same person again is no further erasure, and other businesses have their own.
  expect((await request("ana1@example.com")).isRepeat).toBe(true);
  await createBusiness().request("ana6@example.com");
  const now = new Date();
  await completeErasure(db, started[0]!.stored, { completedAt: now, coversUntil: now });
  expect((await request("ana6@example.com")).isRepeat).toBe(false);
});

test("a request that was answered with a running one gets the same one when it is repeated later, and a refusal with another body", async () => {
  const { request } = createBusiness();
  const first = await request("ana@example.com", { key: "first" });
  const second = await request("ana@example.com", { key: "second" });
  expect(second).toMatchObject({ stored: { _id: first.stored._id }, isRepeat: true });
  await expect(request("eva@example.com", { key: "second" })).rejects.toMatchObject({ code: "idempotency_conflict" });
  const now = new Date();
  await completeErasure(db, first.stored, { completedAt: now, coversUntil: now });
  const repeat = await request("ana@example.com", { key: "second" });
  expect(repeat).toMatchObject({ stored: { _id: first.stored._id, status: "completed" }, isRepeat: true });
});

test("the same names with and without linked ones are two erasures", async () => {
  const { request } = createBusiness();
  const alone = await request("ana@example.com", { includeLinked: false });
  const all = await request("ana@example.com");
  expect(all.stored._id).not.toBe(alone.stored._id);
});

test("an erasure ends the exports of the person, also one that was asked for by another name of the person", async () => {
  const ana: PersonIdentifier[] = ["ana@example.com", "ana@example.org"].map((value) => ({ kind: "email", value }));
  const { businessId, request } = createBusiness(answerWith([{ collection: "notes", records: 1 }], ana));
  const exported = await request("ana@example.org", { kind: "export" });
  const other = await createBusiness().request("ana@example.org", { kind: "export" });
  const { stored } = await request("ana@example.com");
  const now = new Date();
  await completeErasure(db, stored, { completedAt: now, coversUntil: now });
  const { identifiers, downloadUntil } = (await findRequest(db, businessId, exported.stored._id)) ?? {};
  expect({ identifiers, downloadUntil }).toEqual({ identifiers: undefined, downloadUntil: now });
  expect(await findRequest(db, other.stored.businessId, other.stored._id)).toEqual(other.stored);
});

test("while nothing is found, the receipt of a day answers; not that of an earlier day, because events last longer than records", async () => {
  const { request } = createBusiness(answerWith([]));
  const first = await request("ana@example.com");
  const complete = (hoursAgo: number) => {
    const at = new Date(Date.now() - hoursAgo * 3_600_000);
    return completeErasure(db, first.stored, { completedAt: at, coversUntil: at });
  };
  await complete(23);
  expect(await request("ana@example.com")).toMatchObject({ stored: { _id: first.stored._id }, isRepeat: true });
  await complete(25);
  expect((await request("ana@example.com")).isRepeat).toBe(false);
});

test("a receipt about one of several names does not answer for the others", async () => {
  const { request } = createBusiness(answerWith([]));
  const { stored } = await request(["ana@example.com"]);
  const now = new Date();
  await completeErasure(db, stored, { completedAt: now, coversUntil: now });
  expect((await request(["ana@example.com", "eva@example.com"])).isRepeat).toBe(false);
});

test("of one business one search for an export runs at a time", async () => {
  const { businessId, request } = createBusiness();
  await runAlone(db, businessId, async () => {
    await expect(request("ana@example.com", { kind: "export" })).rejects.toMatchObject({ code: "rate_limited" });
  });
  expect((await request("ana@example.com", { kind: "export" })).stored.status).toBe("completed");
});

test("an export can be downloaded until it expires, also when the worker processes it too early", async () => {
  const { businessId, request } = createBusiness();
  const { stored } = await request("ana@example.com", { kind: "export" });
  const options = { db, clients: oneRecord, logger, services: ["supply"], settleMs: 0 };
  expect(await createEraseWork(options).workOn(stored)).toBe(false);
  expect(await findRequest(db, businessId, stored._id)).toEqual(stored);
});

test("linked names of members that an erasure finds are left out and counted; other linked names are erased", async () => {
  const member: PersonIdentifier = { kind: "email", value: "member@example.com" };
  const other: PersonIdentifier = { kind: "email", value: "ana.second@example.com" };
  const unary = async ({ name }: { name: string }, { names }: PersonPartRequest, _call: unknown, service: string) => {
    const isAsked = service === "console" && names?.emails.includes(member.value);
    const found = isAsked ? [{ collection: "memberships", records: 1 }] : [];
    if (name === "FindPerson") return { message: { found, position: "" } };
    return { message: { isComplete: true, changedInPass: 0, changed: [], links: createPersonNames([member, other]) } };
  };
  const { businessId, request } = createBusiness();
  const { stored } = await request("ana@example.com");
  const services = ["supply", "console"];
  const options = { db, clients: { unary } as unknown as RpcClients, logger, services, settleMs: 60_000 };
  expect(await createEraseWork(options).workOn(stored)).toBe(true);
  const { identifiers, namesLeftOut } = (await findRequest(db, businessId, stored._id)) ?? {};
  expect(identifiers?.map(({ value }) => value)).toEqual(["ana@example.com", other.value]);
  expect(namesLeftOut).toBe(1);
});
