// mongod (a replica set of one) and nats-server with JetStream on loopback.
import { startMongod } from "./mongod.mjs";
import { startNats } from "./nats.mjs";
import { startShardedCluster } from "./sharded-cluster.mjs";

/** Starts both: `{ mongodbUrl, natsUrl, mongod, nats, stop() }`. When one fails, the other is stopped. */
export const startBackend = (options) => startPrograms(startMongod, options);

/** The same with a cluster of two shards. */
export const startShardedBackend = (options) => startPrograms(startShardedCluster, options);

async function startPrograms(startDatabase, { dataDir, logDir }) {
  const started = await Promise.allSettled([startDatabase({ dataDir, logDir }), startNats({ dataDir, logDir })]);
  const stop = () => Promise.all(started.map(({ value }) => value?.stop()));
  const failed = started.find(({ status }) => status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [mongod, nats] = started.map(({ value }) => value);
  return { mongodbUrl: mongod.url, natsUrl: nats.url, mongod, nats, stop };
}
