import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { findMongod } from "./binaries.mjs";
import { keptPort, superviseForeign } from "./foreign.mjs";
import { until } from "./run.mjs";

/**
 * A replica set of one with its data under `dataDir`, resolved when it is a writable primary: transactions and change
 * streams need a set. The result: `{ url, version, origin }` and what `superviseForeign` gives; restarts keep all.
 */
export async function startMongod({ dataDir, logDir = join(dataDir, "logs"), found }) {
  const set = await startReplicaSet({ dataDir, logDir, nodes: 1, found });
  return Object.assign(set.nodes[0], { url: set.url, version: set.version, origin: set.origin });
}

/**
 * A replica set for the tests that take its primary away: `{ url, nodes, primary(), stop() }`.
 * Every node is what `superviseForeign` gives, with its `host`.
 */
export async function startReplicaSet({ dataDir, logDir = join(dataDir, "logs"), nodes: count = 3, found }) {
  const { path, version, origin } = found ?? (await findMongod());
  const names = Array.from({ length: count }, (_, index) => (index === 0 ? "mongod" : `mongod-${index + 1}`));
  const ports = await Promise.all(names.map((name) => keptPort(dataDir, name)));
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  const url = `mongodb://${hosts.join(",")}/?replicaSet=rs0`;

  const start = async (name, index) => {
    const dbPath = join(dataDir, name);
    await mkdir(dbPath, { recursive: true, mode: 0o700 });
    const args = argumentsFor(dbPath, ports[index]);
    // A single node is ready when it is primary. Of several, each is ready when it answers: they elect together.
    const ready = (giveUp) =>
      withNode(hosts[index], giveUp, (node) => (count === 1 ? becomePrimary(node, hosts) : true));
    const node = await superviseForeign({ name, path, args, logDir, ready });
    return Object.assign(node, { host: hosts[index] });
  };
  const nodes = await Promise.all(names.map(start));
  if (count > 1) await withNode(hosts[0], undefined, (node) => ensureMembers(node, hosts));

  const set = {
    url,
    version,
    origin,
    nodes,
    /** The node that takes writes now. */
    primary: () => until("a primary", () => primaryOf(nodes), { timeoutMs: 30_000 }),
    stop: () => Promise.all(nodes.map((node) => node.stop())),
  };
  if (count > 1) await set.primary();
  return set;
}

function argumentsFor(dbpath, port) {
  const options = { dbpath, port, bind_ip: "127.0.0.1", replSet: "rs0", wiredTigerCacheSizeGB: 0.25, oplogSize: 512 };
  const parameters = [
    // A folder of statistics that grows to 200 MB, of use only to MongoDB's support.
    "diagnosticDataCollectionEnabled=false",
    // A primary waits 15 s for its replicas when it is asked to stop. Ours may be cut off.
    "shutdownTimeoutMillisForSignaledShutdown=0",
  ];
  return [
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...parameters.flatMap((parameter) => ["--setParameter", parameter]),
    "--nounixsocket",
  ];
}

async function withNode(host, giveUp, work) {
  const { MongoClient } = await import("mongodb");
  const options = { serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 };
  const connect = () => MongoClient.connect(`mongodb://${host}/?directConnection=true`, options);
  const client = await until("mongod answering", connect, { giveUp, timeoutMs: 30_000 });
  try {
    return await work(client, giveUp);
  } finally {
    await client.close();
  }
}

async function becomePrimary(client, hosts) {
  await ensureMembers(client, hosts);
  const isPrimary = async () => (await client.db("admin").command({ hello: 1 })).isWritablePrimary;
  await until("mongod becoming primary", isPrimary, { everyMs: 20 });
}

async function ensureMembers(client, hosts) {
  const kept = await client.db("local").collection("system.replset").findOne({});
  const admin = client.db("admin");
  const members = hosts.map((host, _id) => ({ _id, host }));
  if (!kept) {
    // A dead primary is replaced within two seconds rather than ten: tests wait for it.
    const settings = { electionTimeoutMillis: 2_000, heartbeatIntervalMillis: 500 };
    await admin.command({ replSetInitiate: { _id: "rs0", members, settings } });
  } else if (kept.members.map(({ host }) => host).join() !== hosts.join()) {
    // A port was taken meanwhile: the set believes in its old address and has no primary, so only force helps.
    await admin.command({ replSetReconfig: { ...kept, version: kept.version + 1, members }, force: true });
  }
}

async function primaryOf(nodes) {
  const { MongoClient } = await import("mongodb");
  for (const node of nodes) {
    const options = {
      directConnection: true,
      serverSelectionTimeoutMS: 500,
      connectTimeoutMS: 500,
      socketTimeoutMS: 500,
    };
    const client = new MongoClient(`mongodb://${node.host}/`, options);
    try {
      if ((await client.db("admin").command({ hello: 1 })).isWritablePrimary) return node;
    } catch {
      // Killed or frozen, so it is not the primary.
    } finally {
      await client.close();
    }
  }
  return undefined;
}
