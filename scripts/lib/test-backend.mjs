// The database and the broker of a test run, from the first of three places that has them.
import { startMongod, startNats } from "./backend.mjs";
import { whyNotDocker } from "./docker.mjs";
import { until } from "./run.mjs";

const mongoImage = "mongo:8";
const natsImage = "nats:2";

/** `{ mongodbUrl, natsUrl, line, stop() }`; `line` says which backend it is and why. */
export async function startTestBackend(dataDir) {
  const { TEST_MONGODB_URL: mongodbUrl, TEST_NATS_URL: natsUrl, TEST_BACKEND: wanted } = process.env;
  if (mongodbUrl && natsUrl) {
    const line = `given by TEST_MONGODB_URL and TEST_NATS_URL`;
    return { mongodbUrl, natsUrl, line, stop: async () => undefined };
  }
  if (wanted === "docker") return startContainers("because TEST_BACKEND=docker");
  const whyNot = wanted === "embedded" ? "TEST_BACKEND=embedded" : await whyNotDocker([mongoImage, natsImage]);
  if (!whyNot) return startContainers("an engine answers and both images are local");
  return startEmbedded({ dataDir, mongodbUrl, natsUrl, why: whyNot });
}

async function startEmbedded({ dataDir, mongodbUrl, natsUrl, why }) {
  const [mongod, nats] = await Promise.all([
    mongodbUrl ? { url: mongodbUrl, version: "given" } : startMongod({ dataDir }),
    natsUrl ? { url: natsUrl, version: "given" } : startNats({ dataDir }),
  ]);
  return {
    mongodbUrl: mongod.url,
    natsUrl: nats.url,
    line: `mongod ${mongod.version} and nats-server ${nats.version} on this machine, for this run only (${why})`,
    stop: () => Promise.all([mongod.stop?.(), nats.stop?.()]),
  };
}

// GenericContainer rather than the MongoDB module: that one needs mongosh inside the image.
async function startContainers(why) {
  const { GenericContainer, Wait } = await import("testcontainers");
  // Their last line before they serve: the usual look at the port needs a shell inside, and nats:2 has none.
  const start = (image, port, command, line) =>
    new GenericContainer(image)
      .withCommand(command)
      .withExposedPorts(port)
      .withWaitStrategy(Wait.forLogMessage(line))
      .start();
  const [mongo, nats] = await Promise.all([
    start(mongoImage, 27017, ["--replSet", "rs0", "--bind_ip_all"], /Waiting for connections/),
    start(natsImage, 4222, ["-js"], /Server is ready/),
  ]);
  // The set's only member knows itself by its address inside the container, so clients must not follow it.
  const mongodbUrl = `mongodb://${mongo.getHost()}:${mongo.getMappedPort(27017)}/?directConnection=true`;
  await initiate(mongodbUrl);
  return {
    mongodbUrl,
    natsUrl: `nats://${nats.getHost()}:${nats.getMappedPort(4222)}`,
    line: `containers ${mongoImage} and ${natsImage} (${why})`,
    stop: () => Promise.all([mongo.stop(), nats.stop()]),
  };
}

async function initiate(url) {
  const { MongoClient } = await import("mongodb");
  const client = await until("mongo answering", () => MongoClient.connect(url, { serverSelectionTimeoutMS: 1_000 }));
  try {
    const admin = client.db("admin");
    await admin.command({ replSetInitiate: { _id: "rs0", members: [{ _id: 0, host: "127.0.0.1:27017" }] } });
    await until("a primary", async () => (await admin.command({ hello: 1 })).isWritablePrimary);
  } finally {
    await client.close();
  }
}
