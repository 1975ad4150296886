import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, testBackend } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../scripts/lib/process/run-command.mjs";
import { type ArchiveRecord, listFilesBelow, readArchives } from "./support/records/archived-files.js";
import { createKillPlan } from "./support/faults/kill-plan.js";
import { seedHistory, type SeededHistory } from "./support/records/seeded-history.js";
import { type Business, type OwnTestMesh, requireProcess, startTestMesh } from "./support/mesh/test-mesh.js";

// In each round flows and learning are both killed (kill -9) while they archive or delete the history of a business.

const prefix = `retention_kill_${randomUUID().slice(0, 8)}_`;
const archiveFolder = mkdtempSync(join(tmpdir(), "archives-"));
const collections = { learning: ["sessions", "examAttempts"], flows: ["registrations"] } as const;
type Service = keyof typeof collections;
const services: readonly Service[] = ["learning", "flows"];
const plans = { learning: createKillPlan(), flows: createKillPlan() };
/** Longer than the lease of a process that died and than its restart on a busy machine. */
const waitMs = 120_000;

let testMesh: OwnTestMesh;
let mongo: MongoClient;
beforeAll(async () => {
  const often = { RETENTION_EVERY_MS: 200, ARCHIVE_DIR: archiveFolder };
  const env = {
    accounts: { RETENTION_DAYS_MIN: 0, RETENTION_SEND_EVERY_MS: 500 },
    learning: { ...often, ...plans.learning.env },
    flows: { ...often, ...plans.flows.env },
  };
  testMesh = await startTestMesh({ services: ["flows", "roulettes", "learning"], databasePrefix: prefix, env });
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
});
afterAll(async () => {
  await mongo.close();
  await testMesh.stop();
});

interface Stored {
  _id: string;
  businessId: string;
}

const open = <Fields extends object>(service: Service, name: string) =>
  mongo.db(`${prefix}${service}`).collection<Stored & Fields>(name);

/** Runs the reconciliation that a cluster runs every night. */
async function reconcile(service: Service, ...given: string[]): Promise<{ code: number | null; stdout: string }> {
  const script = join(import.meta.dirname, "../scripts/reconcile.mjs");
  const env = { ...process.env, MONGODB_URL: testBackend().mongodbUrl, MONGODB_DATABASE: `${prefix}${service}` };
  return runCommand(process.execPath, [script, service, ...given], { env });
}

/** All old records are deleted and no others, and no file is unfinished. */
async function expectOldDeleted(service: Service, { businessId }: Business, { kept }: SeededHistory): Promise<void> {
  const unfinished = { businessId, status: { $in: ["writing", "deleting"] } };
  expect(await open<{ status: string }>(service, "archives").countDocuments(unfinished)).toBe(0);
  for (const name of collections[service]) {
    const stored = await open(service, name)
      .find({ businessId }, { sort: { _id: 1 }, projection: { _id: 1 } })
      .toArray();
    expect(stored.map(({ _id }) => _id)).toEqual(kept[name]);
  }
}

/**
 * When a process is killed: at this command of its transactions (before it is sent or after its answer), or at this change of its records of files.
 */
type Point = { command: number } | { change: number };

function killAt(service: Service, point: Point): Promise<void> {
  const target = requireProcess(testMesh, service);
  return "command" in point
    ? plans[service].killAt(target, point.command)
    : plans[service].killAtChange(target, "archives", point.change);
}

/**
 * Waits until the process is killed, or all old records are deleted. Then restarts the process and waits for the deletion.
 * @returns whether it was killed
 */
async function runRound(service: Service, business: Business, seeded: SeededHistory) {
  const target = requireProcess(testMesh, service);
  const deleted = eventually(() => expectOldDeleted(service, business, seeded), waitMs);
  const outcome = await Promise.race([
    target.exited?.then(() => "killed"),
    // If it fails, the error shows which records are not deleted.
    deleted.then(() => "deleted"),
  ]);
  if (outcome === "deleted") await killAt(service, { command: Infinity });
  else await target.start();
  await eventually(() => expectOldDeleted(service, business, seeded), waitMs);
  return outcome === "killed";
}

/** Each old record is in exactly one file, and there is no file without a record about it. */
async function expectArchived(business: Business, { old, oldFiles }: SeededHistory): Promise<void> {
  const { businessId } = business;
  const expected: string[] = [];
  for (const service of services) {
    const archives = await open<ArchiveRecord>(service, "archives").find({ businessId }).toArray();
    const { lines, fileIds, names } = readArchives(archiveFolder, archives);
    for (const name of collections[service]) {
      const ids = lines.flatMap(({ collection, record }) => (collection === name ? [record._id] : []));
      expect(ids.toSorted()).toEqual(old[name]);
    }
    expect(fileIds.toSorted()).toEqual(service === "flows" ? oldFiles : []);
    expected.push(...names);
  }
  const prefixOfBusiness = `${businessId}/`;
  const names = listFilesBelow(archiveFolder).filter((name) => name.startsWith(prefixOfBusiness));
  expect(names).toEqual(expected.toSorted());
}

const commands = (...points: number[]): Point[] => points.map((command) => ({ command }));
const changes = (...points: number[]): Point[] => points.map((change) => ({ change }));

test.each([
  { mode: "archive", points: [...changes(1, 2, 3), ...commands(4, 60)] },
  { mode: "delete", points: commands(2, 90) },
] as const)(
  "after kill -9 of flows and learning while they $mode history, each old record is deleted, archived at most once, and all others are kept",
  async ({ mode, points }) => {
    const seeded: { business: Business; point: Point; history: SeededHistory }[] = [];
    for (const point of points) {
      const business = await testMesh.createBusiness();
      seeded.push({ business, point, history: await seedHistory(testMesh, mongo, business) });
    }
    // The seeding has changed times of sessions, and the counters depend on them.
    await reconcile("learning", "--repair");
    const killed = { learning: 0, flows: 0 };
    for (const { business, point, history } of seeded) {
      await Promise.all(services.map((service) => killAt(service, point)));
      const rule = { mode, days: 1 };
      const change = { version: 0, rules: { sessions: rule, registrations: rule } };
      const key = { "idempotency-key": randomUUID() };
      await testMesh.callRestOrThrow(business, "PUT", "/v1/public/retention", change, key);
      await Promise.all(
        services.map(async (service) => {
          if (await runRound(service, business, history)) killed[service] += 1;
        }),
      );
    }
    expect([killed.learning, killed.flows >= points.length / 2]).toEqual([points.length, true]);

    for (const { business, history } of seeded) {
      const { businessId } = business;
      if (mode === "archive") await expectArchived(business, history);
      else expect(listFilesBelow(archiveFolder).filter((name) => name.startsWith(businessId))).toEqual([]);
      expect(await open("flows", "fileChunks").countDocuments({ businessId })).toBe(history.keptChunks);
      const ended = await open<{ attempts: number }>("learning", "endedSessions").find({ businessId }).toArray();
      expect(ended.map(({ _id }) => _id).toSorted()).toEqual(history.old.sessions);
      const attempts = ended.reduce((sum, session) => sum + session.attempts, 0);
      expect(attempts).toBe(history.old.examAttempts.length);
    }
    for (const service of services)
      expect([service, await reconcile(service)]).toEqual([service, expect.objectContaining({ code: 0 })]);
  },
  1_200_000,
);
