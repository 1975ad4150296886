import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@tenant-ops/kit/testing";
import { type Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderNatsUsers } from "../deploy/setup/src/nats-users.mjs";
import type { NatsServer } from "../scripts/lib/backend/backend.mjs";
import { type ReplicaSet, startReplicaSet } from "../scripts/lib/backend/mongod.mjs";
import { startNats } from "../scripts/lib/backend/nats.mjs";
import { startBackgroundWithdrawals } from "./support/faults/background-withdrawals.js";
import { scrape } from "./support/mesh/metrics.js";
import { balanceGateways, restartable, restartReplicas } from "./support/mesh/restart-replicas.js";
import { callThrough, startRoundRobin } from "./support/mesh/round-robin.js";
import {
  type Business,
  createCenterStock,
  type OwnTestMesh,
  readCurrentStock,
  startTestMesh,
} from "./support/mesh/test-mesh.js";

const units = 100_000;
const parts = ["gateway", "accounts", "supply", "webhooks"];
const folder = mkdtempSync(join(tmpdir(), "switch-"));
const keyFile = join(folder, "mongod.key");
const natsConfig = join(folder, "nats.conf");
const root = { username: "root", password: "p-root" };
const toPassword = (name: string) => `p-${name}`;
const accounts = parts.map((process) => ({ process, user: process, password: toPassword(process) }));
/** The statuses that are allowed during an election; all but 200 ask to repeat the call with the same key. */
const retryable = ["200", "503 service_unavailable", "504 deadline_exceeded", "409 idempotency_in_flight"];

let mongodArguments: string[] = [];
let natsUser: { user?: string; pass?: string; inboxPrefix?: string } = {};
let replicaSet: ReplicaSet;
let nats: NatsServer;
let testMesh: OwnTestMesh;
let balancer: Awaited<ReturnType<typeof startRoundRobin>>;
let behind: ReturnType<typeof balanceGateways>;
let business: Business;
let ids: object;

const nameFile = (part: string, setting: string) => join(folder, `${part}-${setting}`);
function writeUrls(withUsers: boolean): void {
  for (const part of parts) {
    const user = withUsers ? `${part}:${toPassword(part)}@` : "";
    const source = withUsers ? "&authSource=admin" : "";
    writeFileSync(nameFile(part, "MONGODB_URL"), `${replicaSet.url.replace("//", `//${user}`)}${source}`);
    writeFileSync(nameFile(part, "NATS_URL"), nats.url.replace("//", `//${user}`));
  }
}

beforeAll(async () => {
  writeFileSync(keyFile, randomBytes(96).toString("base64"), { mode: 0o400 });
  writeFileSync(natsConfig, "");
  [balancer, replicaSet, nats] = await Promise.all([
    startRoundRobin(),
    startReplicaSet({ dataDir: folder, moreArguments: () => mongodArguments }),
    startNats({ dataDir: folder, configFile: natsConfig, getUser: () => natsUser }),
  ]);
  writeUrls(false);
  const settingsOf = (part: string) =>
    ["MONGODB_URL", "NATS_URL"].flatMap((name) => [
      [name, undefined],
      [`${name}_FILE`, nameFile(part, name)],
    ]);
  testMesh = await startTestMesh({
    dataDir: join(folder, "mesh"),
    mongodbUrl: replicaSet.url,
    natsUrl: nats.url,
    databasePrefix: "",
    gateways: 2,
    services: ["supply", "webhooks"],
    replicas: { accounts: 2, supply: 2, webhooks: 2 },
    env: Object.fromEntries(
      parts.map((part) => [part, { ...Object.fromEntries(settingsOf(part)), ...restartable } as object]),
    ) as Record<string, Record<string, string>>,
  });
  behind = balanceGateways(testMesh, balancer);
  business = await testMesh.createBusiness();
  ({ ids } = await createCenterStock(testMesh, business, units));
});
afterAll(async () => {
  balancer?.close();
  await testMesh?.stop();
  await Promise.all([replicaSet?.stop(), nats?.stop()]);
});

/** Restarts NATS with these users; with `before`, connections without a user may do everything. */
async function restartNats(withAnyone: boolean): Promise<void> {
  const users = renderNatsUsers([...accounts, ...(withAnyone ? [{ process: "", user: "before", password: "p" }] : [])]);
  const anyone = withAnyone ? "no_auth_user: before\n" : "";
  writeFileSync(natsConfig, `authorization {\n${users}}\n${anyone}`);
  natsUser = withAnyone ? {} : { user: "supply", pass: toPassword("supply"), inboxPrefix: "_INBOX.supply" };
  await nats.restart();
}

async function runOnPrimary(command: Document, options: object = {}): Promise<void> {
  const client = await new MongoClient(replicaSet.url, options).connect();
  try {
    await client.db("admin").command(command);
  } finally {
    await client.close();
  }
}

/** One member after the other, the primary last. */
async function restartMembers(...args: string[]): Promise<void> {
  mongodArguments = args;
  const primary = await replicaSet.primary();
  for (const node of replicaSet.nodes.filter(({ host }) => host !== primary.host)) {
    await node.restart();
    await eventually(() => runOnPrimary({ hello: 1 }, { auth: root, authSource: "admin" }));
  }
  await runOnPrimary({ replSetStepDown: 60, secondaryCatchUpPeriodSecs: 20 }, { auth: root, authSource: "admin" });
  await primary.restart();
  await replicaSet.primary();
}

test("MongoDB and NATS that accepted everyone get users under load, and every call is carried out exactly once", async () => {
  const load = startBackgroundWithdrawals(callThrough(testMesh, balancer), business, ids, 3);

  // The steps of docs/keys.md.
  await restartNats(true);
  for (const { user, password } of accounts)
    await runOnPrimary({ createUser: user, pwd: password, roles: [{ role: "readWrite", db: user }] });
  await runOnPrimary({ createUser: root.username, pwd: root.password, roles: ["root"] });
  writeUrls(true);
  await restartReplicas(
    testMesh,
    behind,
    parts.flatMap((name) => [name, `${name}-2`]),
  );
  const beforeMembers = new Set(load.answers.keys());
  await restartMembers("--keyFile", keyFile, "--transitionToAuth");
  await restartMembers("--keyFile", keyFile);
  await restartNats(false);

  const during = load.created.size;
  await eventually(() => expect(load.created.size).toBeGreaterThan(during + 20), 60_000);
  await load.stop();
  // Only an election may ask to repeat a call.
  expect([...beforeMembers]).toEqual(["200"]);
  expect([...load.answers.keys()].filter((answer) => !retryable.includes(answer))).toEqual([]);
  expect(units - (await readCurrentStock(testMesh, business))).toBe(load.created.size);
  await expect(runOnPrimary({ listDatabases: 1 })).rejects.toThrow(/requires authentication/);
  await eventually(async () => {
    const { samples } = await scrape(testMesh.mesh.adminUrls["supply"] ?? "");
    expect(samples.find(({ name }) => name === "tenantops_outbox_pending")?.value).toBe(0);
  }, 60_000);
}, 600_000);
