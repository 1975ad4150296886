// The systems that are compared, each with the same records of one business.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { exitWithParent } from "../scripts/lib/process/service-process.mjs";
import { toolOperations } from "./load.mjs";
import { callTool, prepareMesh, prepareMonolith } from "./prepare.mjs";

/**
 * @returns {Promise<Contender & {stop(): void}>} `settle` resolves when everything that a round has started is finished; `operations`: the only ones that it has
 * @typedef {{name: string, url: string, key: string, pairs: object[], hasProposals: boolean, pids: Record<string, number>, operations?: string[], settle(): Promise<void>}} Contender
 */
export async function startMonolith(name, file, { mongod, nats, client, amounts, hasProposals = false }) {
  const database = `${name.replaceAll(/\W/g, "_")}_${randomBytes(4).toString("hex")}`;
  const child = spawn(process.execPath, ["--import", exitWithParent, join(import.meta.dirname, "monoliths", file)], {
    env: { ...process.env, MONGODB_URL: mongod.url, MONGODB_DATABASE: database, NATS_URL: nats.url, PORT: "0" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const port = await readPort(child);
  // Nothing reads its log lines; without a reader the pipe would fill and stop it.
  child.stdout.resume();
  const url = `http://127.0.0.1:${port}`;
  return {
    name,
    url,
    hasProposals,
    operations: toolOperations,
    ...(await prepareMonolith(url, amounts)),
    pids: { monolith: child.pid, ...(hasProposals && { nats: nats.pid }), mongod: mongod.pid },
    settle: () => waitForOutbox(client.db(database), hasProposals),
    stop: () => child.kill("SIGTERM"),
  };
}

/** The gateway and supply as two processes, or as parts of one. */
export async function describeMesh(name, mesh, { mongod, client, amounts }) {
  const processes = Object.fromEntries(Object.entries(mesh.processes).map(([process, { pid }]) => [process, pid]));
  return {
    name,
    url: mesh.gatewayUrls[0],
    hasProposals: true,
    ...(await prepareMesh(mesh, amounts)),
    pids: { ...processes, nats: mesh.nats.pid, mongod: mongod.pid },
    settle: () => waitForOutbox(client.db(`${mesh.databasePrefix}supply`), true),
  };
}

/** Another business of a system that has all services. A rule of approvals asks about writes of another key than the one that calls. */
export async function describeBusinessWithRule(name, mesh, contender, { client, amounts }) {
  const prepared = await prepareMesh(mesh, amounts);
  const rule = { name: "Other key", tools: ["supply_approve_withdrawal"], areas: [], irreversible: false };
  const whenAndWhat = {
    callers: ["key_other"],
    atLeast: null,
    dailyAllowance: null,
    needs: "one",
    lapsesAfterHours: 24,
  };
  const policies = client.db(`${mesh.databasePrefix}approvals`).collection("policies");
  const policy = {
    _id: "apl_bench",
    businessId: prepared.businessId,
    version: 1,
    rules: [{ ...rule, ...whenAndWhat }],
  };
  // A task of approvals tells accounts, and with it the gateway.
  await policies.insertOne({ ...policy, updatedAt: new Date(), updatedBy: "bench", isAnnounced: false });
  await waitUntil(async () => (await policies.findOne({ isAnnounced: true })) !== null, "the rule is not announced");
  return { ...contender, name, ...prepared };
}

/** A bare server of the MCP SDK. It answers lists only, with the bytes that `other` answers. */
export async function startBareServer({ url, key }, shared) {
  const list = await callTool(url, key, "supply_list_stocks", { limit: 100 });
  const bare = await startMonolith("sdk", "sdk.mjs", { ...shared, amounts: list });
  return { ...bare, operations: ["supply_list_stocks"] };
}

async function readPort(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, port } = JSON.parse(line);
    if (msg === "ready") return port;
  }
  throw new Error("the monolith ended before it was ready");
}

/** Events of a round are sent after its last answer. Their cost belongs to the round and must not slow down the next one. */
async function waitForOutbox(db, hasOutbox) {
  if (!hasOutbox) return;
  const isSent = async () => (await db.collection("outbox").findOne({ publishedAt: null })) === null;
  await waitUntil(isSent, "events are still unsent");
}

async function waitUntil(isTrue, otherwise) {
  const deadline = Date.now() + 30_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`${otherwise} after 30 s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
