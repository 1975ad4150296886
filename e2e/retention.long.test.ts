import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { eventually, testBackend } from "@tenant-ops/kit/testing";
import { startFauxqs } from "fauxqs";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../scripts/lib/process/ports.mjs";
import { runCommand } from "../scripts/lib/process/run-command.mjs";
import { createKillPlan } from "./support/faults/kill-plan.js";
import {
  type Business,
  createCenterStock,
  listWithdrawals,
  type OwnTestMesh,
  readCurrentStock,
  requireProcess,
  sendJson,
  startTestMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";
import { seedPerson } from "./support/people/seeded-person.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";
import { createWinningRoulette } from "./support/records/winning-roulette.js";

const path = "/v1/public/retention";
const prefix = `retention_${randomUUID().slice(0, 8)}_`;
const inFolder = ["supply", "flows", "learning"];
const archiveFolder = mkdtempSync(join(tmpdir(), "archives-"));
const plan = createKillPlan();
/** Longer than the lease of a process that died and than its restart on a busy machine. */
const waitMs = 120_000;

let testMesh: OwnTestMesh;
let mongo: MongoClient;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let s3: Awaited<ReturnType<typeof startFauxqs>>;

/** Roulettes archives to a bucket, all others to a folder. */
beforeAll(async () => {
  // A port below the range of outgoing connections, so that it is free when the server is restarted on it.
  s3 = await startFauxqs({ port: await findFreePort(), logger: false });
  s3.createBucket("archives");
  const bucket = {
    ARCHIVE_S3_BUCKET: "archives",
    ARCHIVE_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    ARCHIVE_S3_ACCESS_KEY_ID: "id",
    ARCHIVE_S3_SECRET_ACCESS_KEY: "key",
  };
  const often = { RETENTION_EVERY_MS: 200 };
  const accounts = {
    ...{ RETENTION_DAYS_MIN: 0, RETENTION_SEND_EVERY_MS: 500, PERSON_SETTLE_MS: 1000 },
    ...{ OFFBOARDING_GRACE_SECONDS: 1, OFFBOARDING_SETTLE_MS: 1500 },
  };
  const env = {
    all: plan.env,
    accounts,
    ...Object.fromEntries(inFolder.map((name) => [name, { ...often, ARCHIVE_DIR: archiveFolder }])),
    roulettes: { ...often, ...bucket },
  };
  testMesh = await startTestMesh({ databasePrefix: prefix, env });
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  receiver.close();
  await mongo.close();
  await testMesh.stop();
  await s3.stop();
});

type Rules = Record<string, { mode: "archive" | "delete"; days: number }>;

const setRules = (business: Business, version: number, rules: Rules, key: string = randomUUID()) =>
  testMesh.callRest(business, "PUT", path, { version, rules }, { "idempotency-key": key });

const archiveNow = { mode: "archive", days: 0 } as const;

function count({ businessId }: Business, service: string, collection: string): Promise<number> {
  return mongo.db(`${prefix}${service}`).collection(collection).countDocuments({ businessId });
}

/** The files of a business, by their names in the folder of the archives. */
function listFiles({ businessId }: Business): string[] {
  try {
    const found = readdirSync(join(archiveFolder, businessId), { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
  } catch {
    return [];
  }
}

interface Line {
  collection: string;
  record: { _id: string; workerId?: string };
}

function readLines(business: Business): Line[] {
  const files = listFiles(business).filter((name) => name.endsWith(".gz"));
  const lines = files.flatMap((name) => gunzipSync(readFileSync(name)).toString().trimEnd().split("\n"));
  return lines.map((line) => JSON.parse(line) as Line);
}

/** The files of visitors that are stored beside the archives. */
const readAttachments = (business: Business): Buffer[] =>
  listFiles(business)
    .filter((name) => /\.fil_\w+$/.test(name))
    .map((name) => readFileSync(name));

async function withdraw(business: Business, ids: object, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const args = withdrawalArguments({ ...ids, worker_id: `worker-${index}`, email: `w${index}@example.com` });
    await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", args);
  }
}

/** Runs the reconciliation that a cluster runs every night. */
async function expectReconciled(...services: string[]): Promise<void> {
  const reconcile = join(import.meta.dirname, "../scripts/reconcile.mjs");
  for (const service of services) {
    const env = { ...process.env, MONGODB_URL: testBackend().mongodbUrl, MONGODB_DATABASE: `${prefix}${service}` };
    const { code, stdout } = await runCommand(process.execPath, [reconcile, service], { env });
    expect([service, code, code === 0 ? "" : stdout]).toEqual([service, 0, ""]);
  }
}

test("history is archived after a preview, a business without rules keeps its history, and all sums are right", async () => {
  const [business, other] = [await testMesh.createBusiness(), await testMesh.createBusiness()];
  const { ids } = await createCenterStock(testMesh, business, 100);
  await withdraw(business, ids, 3);
  const others = await createCenterStock(testMesh, other, 100);
  await withdraw(other, others.ids, 2);
  const roulette = await createWinningRoulette(testMesh, business);
  const spinPath = `/v1/public/roulettes/${roulette}/spins`;
  for (const userId of ["u-1", "u-2"])
    await testMesh.callRestOrThrow(business, "POST", spinPath, { userId }, { "idempotency-key": randomUUID() });
  const prizes = await mongo
    .db(`${prefix}roulettes`)
    .collection<{ _id: string }>("prizes")
    .find({ businessId: business.businessId })
    .toArray();
  const [claimed, kept] = prizes;
  await testMesh.callRestOrThrow(
    business,
    "POST",
    `/v1/public/prizes/${claimed?._id}/claim`,
    {},
    { "idempotency-key": randomUUID() },
  );

  const rules: Rules = { stockMovements: archiveNow, withdrawals: { mode: "delete", days: 0 }, spins: archiveNow };
  expect(await testMesh.callRestOrThrow(business, "GET", path)).toMatchObject({
    kinds: expect.arrayContaining([{ kind: "spins", modes: ["archive", "delete"] }]) as unknown,
  });
  const preview = await testMesh.callRestOrThrow(business, "POST", `${path}/preview`, { rules });
  expect(preview["kinds"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "stockMovements", records: 4, isComplete: true }),
      expect.objectContaining({ kind: "withdrawals", records: 3 }),
      expect.objectContaining({ kind: "spins", records: 2, oldest: expect.stringMatching(/Z$/) as string }),
    ]),
  );
  expect(await count(business, "supply", "withdrawals")).toBe(3);

  const [withdrawal] = await mongo
    .db(`${prefix}supply`)
    .collection<{ _id: string }>("withdrawals")
    .find({ businessId: business.businessId })
    .toArray();
  expect((await setRules(business, 0, rules)).body).toMatchObject({ version: 1, rules });
  // Usually at once; later when a service answers late.
  await eventually(async () =>
    expect(await testMesh.callRestOrThrow(business, "GET", path)).toMatchObject({ version: 1, isApplied: true }),
  );
  await eventually(async () => {
    const remaining = [
      await count(business, "supply", "stock_movements"),
      await count(business, "supply", "withdrawals"),
      await count(business, "roulettes", "spins"),
    ];
    expect(remaining).toEqual([0, 0, 1]);
  }, waitMs);
  // The spin of the prize that can still be claimed is kept.
  expect(await count(business, "roulettes", "prizes")).toBe(1);
  expect((await testMesh.callRest(business, "GET", `/v1/public/prizes/${kept?._id}`)).status).toBe(200);
  expect((await testMesh.callRest(business, "GET", `/v1/public/prizes/${claimed?._id}`)).body).toMatchObject({
    error: "prize_not_found",
  });
  const missing = await testMesh.callRest(business, "GET", `/v1/public/supply/withdrawals/${withdrawal?._id}`);
  expect(missing.body).toMatchObject({ error: "withdrawal_not_found" });
  expect(await listWithdrawals(testMesh, business)).toEqual([]);
  expect(await readCurrentStock(testMesh, business)).toBe(97);

  const files = listFiles(business);
  expect(files).toHaveLength(2);
  const manifest = JSON.parse(readFileSync(files.find((name) => name.endsWith(".json")) ?? "", "utf8")) as Record<
    string,
    unknown
  >;
  const ndjson = gunzipSync(readFileSync(files.find((name) => name.endsWith(".gz")) ?? ""));
  expect(manifest).toMatchObject({
    ...{ format: 1, businessId: business.businessId, service: "supply", kind: "stockMovements", records: 4 },
    ...{ bytes: ndjson.length, sha256: createHash("sha256").update(ndjson).digest("hex") },
  });
  expect(readLines(business)).toHaveLength(4);

  expect(await count(other, "supply", "stock_movements")).toBe(3);
  expect(await listWithdrawals(testMesh, other)).toHaveLength(2);
  expect(listFiles(other)).toEqual([]);
  await withdraw(business, ids, 1);
  await expectReconciled("supply", "roulettes");
}, 600_000);

describe("a change of the rules", () => {
  test("is made once for a repeated request, and is refused when another change was made since", async () => {
    const business = await testMesh.createBusiness();
    const rules: Rules = { transfers: { mode: "delete", days: 9 } };
    const [one, same] = await Promise.all([
      setRules(business, 0, rules, "first"),
      setRules(business, 0, rules, "first"),
    ]);
    expect([one.status, same.status]).toEqual([200, 200]);
    expect([one.body["version"], same.body["version"]]).toEqual([1, 1]);
    const twice = await Promise.all([setRules(business, 1, {}, "a"), setRules(business, 1, rules, "b")]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(twice.find(({ status }) => status === 409)?.body).toMatchObject({ error: "retention_changed" });
    expect((await setRules(business, 0, {}, "first")).body).toMatchObject({ error: "idempotency_conflict" });
    expect((await testMesh.callRest(business, "GET", path)).body).toMatchObject({ version: 2 });
    const withoutKey = await testMesh.callRest(business, "PUT", path, { version: 2, rules });
    expect(withoutKey.body).toMatchObject({ error: "idempotency_key_required" });
  });

  test("needs a live key with access to all areas that may write without a preview", async () => {
    const business = await testMesh.createBusiness({ scopes: ["supply:read", "supply:write"] });
    expect((await testMesh.callRest(business, "GET", path)).body).toMatchObject({ error: "forbidden" });
    expect((await setRules(business, 0, {})).body).toMatchObject({ error: "forbidden" });
    const careful = await testMesh.createBusiness({ requireProposal: true });
    expect((await setRules(careful, 0, {})).body).toMatchObject({ error: "proposal_required" });
    const sandbox = await testMesh.createTestKey(await testMesh.createBusiness());
    expect((await setRules(sandbox, 0, {})).body).toMatchObject({ error: "retention_not_allowed" });
    const preview = await testMesh.callRest(sandbox, "POST", `${path}/preview`, { rules: {} });
    expect(preview.body).toMatchObject({ error: "retention_not_allowed" });
  });

  test("applies to its own business only", async () => {
    const [business, other] = [await testMesh.createBusiness(), await testMesh.createBusiness()];
    await setRules(business, 0, { transfers: { mode: "delete", days: 3 } });
    expect((await testMesh.callRest(other, "GET", path)).body).toMatchObject({ version: 0, rules: {} });
    const foreign = await testMesh.callRest(other, "GET", path, undefined, { "x-business-id": business.businessId });
    expect(foreign.body).toMatchObject({ error: "forbidden" });
  });

  test("with an unknown kind, an unknown mode or negative days is refused", async () => {
    const business = await testMesh.createBusiness();
    const wrong = [
      { items: archiveNow },
      { spins: { mode: "archive", days: -1 } },
      { spins: { mode: "shred", days: 1 } },
    ];
    for (const rules of wrong) {
      const body = { version: 0, rules };
      const answer = await testMesh.callRest(business, "PUT", path, body, { "idempotency-key": randomUUID() });
      expect(answer.body).toMatchObject({ error: "invalid_argument" });
    }
  });
});

test("kill -9 at any point of the deletion loses nothing and archives nothing twice, and all sums are right", async () => {
  const supply = requireProcess(testMesh, "supply");
  let killed = 0;
  for (let point = 1; ; point += 2) {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 100);
    await withdraw(business, ids, 3);
    await plan.killAt(supply, point);
    await setRules(business, 0, { stockMovements: archiveNow });
    const isDeleted = async () => {
      const unfinished = { businessId: business.businessId, status: "deleting" };
      const files = await mongo.db(`${prefix}supply`).collection("archives").countDocuments(unfinished);
      return files === 0 && (await count(business, "supply", "stock_movements")) === 0;
    };
    const outcome = await Promise.race([
      supply.exited.then(() => "died"),
      eventually(async () => expect(await isDeleted()).toBe(true), waitMs).then(() => "deleted"),
    ]);
    if (outcome === "died") {
      killed += 1;
      await supply.start();
    }
    // Otherwise an unfinished plan would kill the process later.
    if (outcome === "deleted") await plan.killAt(supply, Infinity);
    // The lease of the process that died lasts six seconds.
    await eventually(async () => expect(await isDeleted()).toBe(true), waitMs);
    const lines = readLines(business);
    expect(lines).toHaveLength(4);
    expect(new Set(lines.map(({ record }) => record._id)).size).toBe(4);
    expect(await readCurrentStock(testMesh, business)).toBe(97);
    if (outcome === "deleted") break;
    // A transaction has five commands, and counts are added up beside the deletion. Only the points before each command are tried, because after one
    // command is before the next.
    if (point > 40) throw new Error("it was killed at every point");
  }
  expect(killed).toBeGreaterThan(3);
  await expectReconciled("supply");
}, 1_200_000);

test("nothing is deleted while the bucket does not answer, and afterwards the deletion continues", async () => {
  const business = await testMesh.createBusiness();
  const roulette = await createWinningRoulette(testMesh, business);
  const spinPath = `/v1/public/roulettes/${roulette}/spins`;
  await testMesh.callRestOrThrow(business, "POST", spinPath, { userId: "u-1" }, { "idempotency-key": randomUUID() });
  const { businessId } = business;
  const prize = await mongo.db(`${prefix}roulettes`).collection<{ _id: string }>("prizes").findOne({ businessId });
  await testMesh.callRestOrThrow(
    business,
    "POST",
    `/v1/public/prizes/${prize?._id}/claim`,
    {},
    { "idempotency-key": randomUUID() },
  );
  s3.emptyBucket("archives");
  const { port } = s3;
  await s3.stop();
  await setRules(business, 0, { spins: archiveNow });
  const { logs } = requireProcess(testMesh, "roulettes");
  await eventually(
    () => expect(logs.join("\n")).toContain("history was not archived or deleted, tried again later"),
    waitMs,
  );
  expect(await count(business, "roulettes", "spins")).toBe(1);
  s3 = await startFauxqs({ port, logger: false });
  s3.createBucket("archives");
  await eventually(async () => expect(await count(business, "roulettes", "spins")).toBe(0), waitMs);
  await expectReconciled("roulettes");
}, 600_000);

test("a person is found, exported and erased in archives, and other people are kept in them", async () => {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 100);
  await withdraw(business, ids, 3);
  await setRules(business, 0, { withdrawals: archiveNow });
  await eventually(async () => expect(await count(business, "supply", "withdrawals")).toBe(0), waitMs);
  expect(readLines(business)).toHaveLength(3);
  const requests = "/v1/public/person-requests";
  const names = { emails: ["w1@example.com"] };
  const found = await testMesh.callRestOrThrow(business, "POST", `${requests}/preview`, names);
  expect(found["records"]).toContainEqual({ service: "supply", collection: "archives", records: 1 });
  const create = async (kind: string) =>
    testMesh.callRestOrThrow(business, "POST", requests, { kind, ...names }, { "idempotency-key": randomUUID() });
  const { _id: exportId } = await create("export");
  const headers = { "x-api-key": business.key, "x-business-id": business.businessId };
  const download = await fetch(`${testMesh.url}${requests}/${exportId}/export`, { headers });
  expect(await download.text()).toMatch(/"collection":"withdrawals","archive":"[^"]*\.ndjson\.gz".*w1@example\.com/);

  const { _id: erasureId } = await create("erasure");
  await eventually(async () => {
    const { body } = await testMesh.callRest(business, "GET", `${requests}/${erasureId}`);
    expect(body).toMatchObject({ status: "completed" });
    expect(body["records"]).toContainEqual({ service: "supply", collection: "archives", records: 1 });
  }, waitMs);
  const lines = readLines(business);
  const erased = expect.stringMatching(/^erased_/) as string;
  const workers = lines.map(({ record }) => record.workerId);
  expect(workers).toEqual(expect.arrayContaining([erased, "worker-0", "worker-2"]));
  expect(workers).toHaveLength(3);
  expect(listFiles(business)).toHaveLength(2);
  const [manifest] = listFiles(business).filter((name) => name.endsWith(".json"));
  const [file] = listFiles(business).filter((name) => name.endsWith(".gz"));
  const hash = createHash("sha256")
    .update(gunzipSync(readFileSync(file ?? "")))
    .digest("hex");
  expect(JSON.parse(readFileSync(manifest ?? "", "utf8"))).toMatchObject({ sha256: hash, records: 3 });
}, 600_000);

describe("registrations", () => {
  test("are archived with the files of their visitors; an export and an erasure of a visitor cover both, and no other visitor", async () => {
    const [business, other] = [await testMesh.createBusiness(), await testMesh.createBusiness()];
    const ana = await seedPerson(testMesh, business, receiver.url);
    const bob = await seedPerson(testMesh, business, receiver.url);
    await seedPerson(testMesh, other, receiver.url, { email: ana.email });
    await setRules(business, 0, { registrations: archiveNow });
    await eventually(async () => expect(await count(business, "flows", "registrations")).toBe(0), waitMs);
    expect(await count(business, "flows", "fileChunks")).toBe(0);
    expect(readAttachments(business)).toHaveLength(2);
    const chunksOfOther = await count(other, "flows", "fileChunks");
    expect([await count(other, "flows", "registrations"), chunksOfOther > 0]).toEqual([1, true]);

    const requests = "/v1/public/person-requests";
    const names = { emails: [ana.email] };
    const create = async (kind: string) =>
      testMesh.callRestOrThrow(business, "POST", requests, { kind, ...names }, { "idempotency-key": randomUUID() });
    const { _id: exportId } = await create("export");
    const headers = { "x-api-key": business.key, "x-business-id": business.businessId };
    const download = await fetch(`${testMesh.url}${requests}/${exportId}/export`, { headers });
    const lines = (await download.text()).trimEnd().split("\n");
    const parts = lines.map((line) => JSON.parse(line) as { type: string; archive?: string; base64?: string });
    const files = parts.filter(({ type, archive }) => type === "file" && archive !== undefined);
    const exported = Buffer.concat(files.map(({ base64 = "" }) => Buffer.from(base64, "base64")));
    expect(readAttachments(business).filter((content) => content.equals(exported))).toHaveLength(1);
    expect(exported.includes(ana.fileMark)).toBe(true);

    const { _id: erasureId } = await create("erasure");
    await eventually(async () => {
      const { body } = await testMesh.callRest(business, "GET", `${requests}/${erasureId}`);
      expect(body).toMatchObject({ status: "completed" });
      expect(body["records"]).toContainEqual({ service: "flows", collection: "archives", records: 1 });
    }, waitMs);
    const [remaining, ...others] = readAttachments(business);
    expect([remaining?.includes(bob.fileMark), others]).toEqual([true, []]);
    const text = JSON.stringify(readLines(business));
    expect([text.includes(ana.email), text.includes(ana.phone), text.includes(bob.email)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await count(other, "flows", "fileChunks")).toBe(chunksOfOther);
    await expectReconciled("flows", "roulettes", "learning");
  }, 900_000);

  test("that were deleted do not limit an erasure: by e-mail address it still reaches the spins of the visitor", async () => {
    const business = await testMesh.createBusiness();
    const { businessId } = business;
    const visitors = mongo.db(`${prefix}roulettes`).collection<{ businessId: string; visitorId: string }>("visitors");
    const seedWinner = async () => {
      const known = await visitors.distinct("visitorId", { businessId });
      const person = await seedPerson(testMesh, business, receiver.url);
      const userId = (await visitors.distinct("visitorId", { businessId })).find((id) => !known.includes(id));
      return { ...person, userId };
    };
    const [ana, bob] = [await seedWinner(), await seedWinner()];
    const countSpins = ({ userId = "" }) =>
      mongo.db(`${prefix}roulettes`).collection<{ userId: string }>("spins").countDocuments({ businessId, userId });
    expect([await countSpins(ana), await countSpins(bob)]).toEqual([1, 1]);
    await setRules(business, 0, { registrations: { mode: "delete", days: 0 } });
    await eventually(async () => expect(await count(business, "flows", "registrations")).toBe(0), waitMs);

    const requests = "/v1/public/person-requests";
    const given = { kind: "erasure", emails: [ana.email] };
    const key = { "idempotency-key": randomUUID() };
    const { _id } = await testMesh.callRestOrThrow(business, "POST", requests, given, key);
    await eventually(async () => {
      const { body } = await testMesh.callRest(business, "GET", `${requests}/${String(_id)}`);
      expect(body).toMatchObject({ status: "completed" });
    }, waitMs);
    expect([await countSpins(ana), await countSpins(bob)]).toEqual([0, 1]);
  }, 900_000);
});

test("a learner who enrolls again after the session was deleted gets the same session, and a learner of another business gets a new one", async () => {
  const [business, other] = [await testMesh.createBusiness(), await testMesh.createBusiness()];
  const createCourse = async (owner: Business) => {
    const given = { title: "Primeros auxilios", slug: `curso-${randomUUID().slice(0, 8)}` };
    const { _id } = await testMesh.callRestOrThrow(owner, "POST", "/v1/public/courses", given);
    await testMesh.callRestOrThrow(owner, "PATCH", `/v1/public/courses/${String(_id)}`, { published: true });
    return String(_id);
  };
  const enroll = (owner: Business, courseId: string) => {
    const learner = { userId: "u-1", fullName: "Ana", email: "ana@example.com" };
    return testMesh.callRestOrThrow(owner, "POST", `/v1/public/courses/${courseId}/sessions`, learner);
  };
  const courseId = await createCourse(business);
  const { _id: sessionId } = await enroll(business, courseId);
  await testMesh.callRestOrThrow(business, "POST", `/v1/public/sessions/${String(sessionId)}/finish`);
  await setRules(business, 0, { sessions: archiveNow });
  await eventually(async () => expect(await count(business, "learning", "sessions")).toBe(0), waitMs);
  expect(readLines(business)).toMatchObject([{ collection: "sessions", record: { _id: sessionId } }]);
  await setRules(business, 1, {});
  expect(await enroll(business, courseId)).toMatchObject({ _id: sessionId, status: "completed" });
  expect(await enroll(other, await createCourse(other))).toMatchObject({ status: "in_progress" });
  await expectReconciled("learning");
}, 600_000);

test("a service whose database was restored without the rules gets them again without an action of an operator", async () => {
  const business = await testMesh.createBusiness();
  await setRules(business, 0, { withdrawals: archiveNow });
  const rules = mongo.db(`${prefix}supply`).collection<{ _id: string }>("retentionRules");
  expect((await rules.deleteOne({ _id: business.businessId })).deletedCount).toBe(1);
  const { ids } = await createCenterStock(testMesh, business, 100);
  await withdraw(business, ids, 2);
  await eventually(async () => expect(await count(business, "supply", "withdrawals")).toBe(0), waitMs);
  expect(await rules.findOne({ _id: business.businessId })).toMatchObject({ version: 1 });
}, 600_000);

test("archives are deleted with the business, and its receipt counts them", async () => {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 100);
  await withdraw(business, ids, 2);
  await setRules(business, 0, { withdrawals: archiveNow });
  await eventually(async () => expect(await count(business, "supply", "withdrawals")).toBe(0), waitMs);
  const admin = `${testMesh.mesh.operatorUrls[0]}/v1/admin/businesses/${business.businessId}`;
  const authorization = `Bearer ${testMesh.mesh.operatorKey}`;
  const { body: stored } = await sendJson("GET", admin, undefined, { authorization });
  const confirm = { confirmName: stored["name"] };
  await sendJson("POST", `${admin}/offboarding`, confirm, { authorization, "idempotency-key": randomUUID() });
  const receipt = await eventually(async () => {
    const { body } = await sendJson("GET", `${admin}/offboarding`, undefined, { authorization });
    expect(body).toMatchObject({ status: "completed", remaining: 0 });
    return body;
  }, waitMs);
  expect(receipt["deleted"]).toContainEqual({ service: "supply", collection: "archiveFiles", records: 2 });
  expect(listFiles(business)).toEqual([]);
  for (const service of ["supply", "accounts"]) {
    const collection = service === "accounts" ? "retentions" : "retentionRules";
    expect(
      await mongo
        .db(`${prefix}${service}`)
        .collection<{ _id: string }>(collection)
        .findOne({ _id: business.businessId }),
    ).toBeNull();
  }
}, 600_000);
