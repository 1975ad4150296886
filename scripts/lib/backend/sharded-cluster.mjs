import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startExternalProcess } from "../process/external-process.mjs";
import { loadPort } from "../process/ports.mjs";
import { waitFor } from "../process/wait-for.mjs";
import { findMongod } from "./binaries.mjs";

/**
 * Starts a cluster of two shards for tests, from the same mongod as everything else: since 8.0 a config server can also be a router,
 * so no mongos is needed. This is behind a feature flag and only for tests. See sharded-cluster.d.mts.
 */
export async function startShardedCluster({ dataDir, logDir = join(dataDir, "logs") }) {
  const { MongoClient } = await import("mongodb");
  const { path } = await findMongod();
  const routerPort = await loadPort(dataDir, "router");
  const routerUrl = `mongodb://127.0.0.1:${routerPort}/`;

  const connect = async (url, work, giveUp) => {
    const open = () => MongoClient.connect(url, { serverSelectionTimeoutMS: 1_000 });
    const client = await waitFor("connecting to mongod", open, { giveUp, timeoutMs: 60_000 });
    try {
      return await work(client.db("admin"));
    } finally {
      await client.close();
    }
  };
  const startMember = async (name, role, port) => {
    const dbPath = join(dataDir, name);
    await mkdir(dbPath, { recursive: true, mode: 0o700 });
    const fixed = ["--replSet", name, "--port", port, "--dbpath", dbPath, "--bind_ip", "127.0.0.1", "--nounixsocket"];
    const args = [...role, ...fixed, "--wiredTigerCacheSizeGB", "0.25"];
    const config = { _id: name, members: [{ _id: 0, host: `127.0.0.1:${port}` }] };
    const isConfig = role.includes("--configsvr") && { configsvr: true };
    const waitUntilReady = (giveUp) =>
      connect(
        `mongodb://127.0.0.1:${port}/?directConnection=true`,
        async (admin) => {
          await admin.command({ replSetInitiate: { ...config, ...isConfig } });
          const isPrimary = async () => (await admin.command({ hello: 1 })).isWritablePrimary;
          await waitFor(`the election of ${name} as primary`, isPrimary, { timeoutMs: 60_000 });
        },
        giveUp,
      );
    return startExternalProcess({ name, path, args, logDir, waitUntilReady });
  };

  const router = ["--routerPort", routerPort, "--setParameter", "featureFlagRouterPort=true"];
  const shards = ["shard-1", "shard-2"];
  const ports = await Promise.all(["config", ...shards].map((name) => loadPort(dataDir, name)));
  const members = await Promise.all([
    startMember("config", ["--configsvr", ...router], ports[0]),
    ...shards.map((name, index) => startMember(name, ["--shardsvr"], ports[index + 1])),
  ]);
  await connect(routerUrl, async (admin) => {
    for (const [index, name] of shards.entries()) {
      await waitFor(`${name} in the cluster`, () =>
        admin.command({ addShard: `${name}/127.0.0.1:${ports[index + 1]}`, name }).then(() => true),
      );
    }
  });
  return {
    url: routerUrl,
    shards,
    exited: Promise.race(members.map((member) => member.exited)),
    stop: () => Promise.all(members.map((member) => member.stop())),
  };
}
