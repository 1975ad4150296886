import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createContextKeys, eventually, testBackend } from "@tenant-ops/kit/testing";
import { type Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findFreePort } from "../scripts/lib/process/ports.mjs";
import { runCommand } from "../scripts/lib/process/run-command.mjs";
import { spawnServiceProcess } from "../scripts/lib/process/service-process.mjs";

const root = join(import.meta.dirname, "..");
const program = join(root, "services/learning/dist/main.js");
const jobWithNextStep = join(import.meta.dirname, "support/mesh/migration-job.mjs");
const preload = pathToFileURL(join(import.meta.dirname, "support/faults/kill-after-command.mjs")).href;

let client: MongoClient;
let database: string;
let folder: string;
beforeAll(async () => {
  client = await MongoClient.connect(testBackend().mongodbUrl);
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
});
beforeEach(() => void (database = `e2e_migrations_${randomBytes(4).toString("hex")}`));
afterAll(() => client.close());

const collection = (name: string) => client.db(database).collection<Document & { _id: string | number }>(name);
const insertSessions = (count: number) =>
  collection("sessions").insertMany(
    Array.from({ length: count }, (_, number) => ({
      _id: `ses_${String(number).padStart(6, "0")}`,
      businessId: "biz_1",
      courseId: `crs_${number}`,
      userId: "user",
      fullName: `Ana ${number}`,
      email: "ana@example.com",
    })),
  );

const jobEnv = () => ({ ...process.env, MONGODB_URL: testBackend().mongodbUrl, MONGODB_DATABASE: database });
const runJob = (args: string[], given: Record<string, string> = {}) =>
  runCommand(process.execPath, args, { env: { ...jobEnv(), ...given } });

test("a job that is killed again and again, each time at a later command, is finished by the next one", async () => {
  await insertSessions(1500);
  // An index whose time to live another build declares.
  await collection("inbox").createIndex({ at: 1 }, { name: "at_1", expireAfterSeconds: 60 });
  let killed = 0;
  for (let command = 1; ; command += 3) {
    const args = ["--import", preload, jobWithNextStep];
    const { signal, code, stderr } = await runJob(args, { KILL_AFTER_COMMAND: String(command) });
    if (signal === null) {
      expect([code, stderr]).toEqual([0, ""]);
      break;
    }
    expect(signal).toBe("SIGKILL");
    killed += 1;
    // Otherwise the next job waits for the end of the lease.
    await collection("leases").deleteMany({});
  }
  expect(killed).toBeGreaterThan(10);
  expect(await collection("sessions").countDocuments({ nameLength: null })).toBe(0);
  const indexes = await collection("inbox").indexes();
  expect(indexes.find(({ name }) => name === "at_1")).toMatchObject({ expireAfterSeconds: 14 * 24 * 3600 });
  expect(await collection("migrations").countDocuments({ finishedAt: { $exists: true } })).toBe(2);
}, 900_000);

test("a process waits for its job, alive and not ready, and serves as soon as the job has finished", async () => {
  const adminPort = await findFreePort();
  const process = spawnServiceProcess("learning", program, {
    cwd: root,
    logFile: join(folder, "learning.log"),
    env: {
      ...jobEnv(),
      NATS_URL: testBackend().natsUrl,
      HOST: "127.0.0.1",
      GRPC_PORT: "0",
      HTTP_PORT: "0",
      ADMIN_PORT: String(adminPort),
      CALL_CONTEXT_PUBLIC_KEYS: createContextKeys("gateway").publicKeys,
      SHUTDOWN_DELAY_MS: "0",
    },
  });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${adminPort}${path}`)).status;
  try {
    await eventually(() => expect(process.logs.join("\n")).toContain("waiting for the schema"));
    expect(process.logs.join("\n")).toContain("run the migration job of this build");
    expect([await ask("/livez"), await ask("/readyz")]).toEqual([200, 503]);
    expect((await runJob([program, "--migrate"])).code).toBe(0);
    await process.ready;
    await eventually(async () => expect(await ask("/readyz")).toBe(200));
  } finally {
    expect(await process.stop(60_000)).toBe(0);
  }
});
