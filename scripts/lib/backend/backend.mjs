// mongod (a replica set of one) and nats-server with JetStream on loopback.
import { startMongod } from "./mongod.mjs";
import { startNats } from "./nats.mjs";

/** Starts both: `{ mongodbUrl, natsUrl, mongod, nats, stop() }`. When one fails, the other is stopped. */
export async function startBackend({ dataDir, logDir }) {
  const started = await Promise.allSettled([startMongod({ dataDir, logDir }), startNats({ dataDir, logDir })]);
  const stop = () => Promise.all(started.map(({ value }) => value?.stop()));
  const failed = started.find(({ status }) => status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [mongod, nats] = started.map(({ value }) => value);
  return { mongodbUrl: mongod.url, natsUrl: nats.url, mongod, nats, stop };
}
