import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startExternalProcess } from "../process/external-process.mjs";
import { loadPort } from "../process/ports.mjs";
import { waitFor } from "../process/wait-for.mjs";
import { findMongod } from "./binaries.mjs";

/**
 * Starts a replica set of one (transactions and change streams need a replica set) with its data under `dataDir`, and
 * waits until it is a writable primary. Returns `{ url, version, origin }` and what `startExternalProcess` returns.
 */
export async function startMongod({ dataDir, logDir = join(dataDir, "logs"), moreArguments, found }) {
  const set = await startReplicaSet({ dataDir, logDir, nodes: 1, moreArguments, found });
  return Object.assign(set.nodes[0], { url: set.url, version: set.version, origin: set.origin });
}

/**
 * Starts a replica set for the tests that stop its primary: `{ url, nodes, primary(), stop() }`.
 * Every node is what `startExternalProcess` returns, with its `host`. `moreArguments()` is asked at each start of a node.
 */
export async function startReplicaSet({
  dataDir,
  logDir = join(dataDir, "logs"),
  nodes: count = 3,
  moreArguments = () => [],
  found,
}) {
  const { path, version, origin } = found ?? (await findMongod());
  const names = Array.from({ length: count }, (_, index) => (index === 0 ? "mongod" : `mongod-${index + 1}`));
  const ports = await Promise.all(names.map((name) => loadPort(dataDir, name)));
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  const url = `mongodb://${hosts.join(",")}/?replicaSet=rs0`;

  const startNode = async (name, index) => {
    const dbPath = join(dataDir, name);
    await mkdir(dbPath, { recursive: true, mode: 0o700 });
    const args = () => [...createArguments(dbPath, ports[index]), ...moreArguments()];
    // A single node is ready when it is primary. Several nodes are ready when they answer: they elect a primary later.
    const waitUntilReady = (giveUp) =>
      withClient(hosts[index], giveUp, (client) => (count === 1 ? waitUntilPrimary(client, hosts) : true));
    const node = await startExternalProcess({ name, path, args, logDir, waitUntilReady });
    return Object.assign(node, { host: hosts[index] });
  };
  const nodes = await Promise.all(names.map(startNode));
  if (count > 1) await withClient(hosts[0], undefined, (client) => ensureMembers(client, hosts));

  const set = {
    url,
    version,
    origin,
    nodes,
    /** The node that takes writes now. */
    primary: () => waitFor("the election of a primary", () => findPrimary(nodes)),
    stop: () => Promise.all(nodes.map((node) => node.stop())),
  };
  if (count > 1) await set.primary();
  return set;
}

function createArguments(dbpath, port) {
  const options = {
    ...{ dbpath, port, bind_ip: "127.0.0.1", replSet: "rs0", wiredTigerCacheSizeGB: 0.25, oplogSize: 512 },
    // Each collection and index is a file. A run of all tests makes more of them than a process may have open (20,000 here): then mongod aborts.
    // By default it closes files that were not used for ten minutes.
    // The memory for 33,000 sessions, the default, is used from the start: 60 MB. An operation that runs needs one or two.
    wiredTigerEngineConfigString:
      "file_manager=(close_idle_time=20,close_scan_interval=5,close_handle_minimum=200),session_max=2000",
  };
  const parameters = [
    // The sessions of connections keep files open as well, by default for five minutes.
    "wiredTigerSessionCloseIdleTimeSecs=10",
    // Diagnostic data would grow to 200 MB per folder; only MongoDB's support uses it.
    "diagnosticDataCollectionEnabled=false",
    // By default a stopping primary waits 15 s for its replicas.
    "shutdownTimeoutMillisForSignaledShutdown=0",
  ];
  return [
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...parameters.flatMap((parameter) => ["--setParameter", parameter]),
    "--nounixsocket",
  ];
}

async function withClient(host, giveUp, work) {
  const { MongoClient } = await import("mongodb");
  const options = { serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 };
  const connect = () => MongoClient.connect(`mongodb://${host}/?directConnection=true`, options);
  const client = await waitFor("connecting to mongod", connect, { giveUp });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function waitUntilPrimary(client, hosts) {
  await ensureMembers(client, hosts);
  const isPrimary = async () => (await client.db("admin").command({ hello: 1 })).isWritablePrimary;
  await waitFor("the election of mongod as primary", isPrimary, { everyMs: 20 });
}

async function ensureMembers(client, hosts) {
  const stored = await client.db("local").collection("system.replset").findOne({});
  const admin = client.db("admin");
  const members = hosts.map((host, _id) => ({ _id, host }));
  if (!stored) {
    // A killed primary is replaced within two seconds instead of ten; tests wait for it.
    const settings = { electionTimeoutMillis: 2_000, heartbeatIntervalMillis: 500 };
    await admin.command({ replSetInitiate: { _id: "rs0", members, settings } });
  } else if (stored.members.map(({ host }) => host).join() !== hosts.join()) {
    // The stored port was in use, so mongod got another one. Its stored configuration has the old address and therefore
    // no primary: only a forced reconfiguration works.
    await admin.command({ replSetReconfig: { ...stored, version: stored.version + 1, members }, force: true });
  }
}

async function findPrimary(nodes) {
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
