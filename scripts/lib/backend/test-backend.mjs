// The database and the broker of a test run: given by the environment, else containers, else our own programs.
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { printStep } from "../console.mjs";
import { waitFor } from "../process/wait-for.mjs";
import { createMemoryFolder } from "./memory-folder.mjs";
import { startMongod } from "./mongod.mjs";
import { startNats } from "./nats.mjs";

const mongoImage = "mongo:8";
const natsImage = "nats:2";

/**
 * `{ mongodbUrl, natsUrl, description, problems, stop() }`; the description says which backend is used and why. `problems` gets a sentence when a
 * program of ours ends before `stop`, because all later tests then fail without saying why.
 */
export async function startTestBackend(dataDir) {
  const { TEST_MONGODB_URL: mongodbUrl, TEST_NATS_URL: natsUrl, TEST_BACKEND: wanted } = process.env;
  if (mongodbUrl && natsUrl) {
    const description = "given by TEST_MONGODB_URL and TEST_NATS_URL";
    return { mongodbUrl, natsUrl, description, problems: [], stop: async () => undefined };
  }
  if (wanted === "docker") return startContainers("because TEST_BACKEND=docker");
  const problem = wanted === "embedded" ? "TEST_BACKEND=embedded" : await findDockerProblem([mongoImage, natsImage]);
  if (!problem) return startContainers("a Docker engine answers and has both images");
  return startPrograms({ dataDir, mongodbUrl, natsUrl, reason: problem });
}

// Once a minute mongod checks the TTL indexes of all tests that have run, which takes a third of its CPU time. It would also delete records that a
// test has dated back.
const withoutExpiry = ["--setParameter", "ttlMonitorEnabled=false"];

// The services abort the transaction of a killed process themselves (decision 2). With the default, 60 s, a write that waits until mongod does it
// would only be slow; with an hour its test fails.
const withoutAborts = ["--setParameter", "transactionLifetimeLimitSeconds=3600"];

async function startPrograms({ dataDir, mongodbUrl, natsUrl, reason }) {
  const memoryFolder = mongodbUrl ? undefined : await createMemoryFolder();
  const options = {
    dataDir: memoryFolder ?? dataDir,
    logDir: join(dataDir, "logs"),
    moreArguments: () => [...withoutExpiry, ...withoutAborts],
  };
  const [mongod, nats] = await Promise.all([
    mongodbUrl ? { url: mongodbUrl, version: "given" } : startMongod(options),
    natsUrl ? { url: natsUrl, version: "given" } : startNats({ dataDir }),
  ]);
  const { problems, stop } = watchPrograms([mongod, nats].filter(({ stop }) => stop));
  return {
    mongodbUrl: mongod.url,
    natsUrl: nats.url,
    description: `mongod ${mongod.version}${memoryFolder ? " in memory" : ""} and nats-server ${nats.version} on this machine, for this run only (${reason})`,
    problems,
    async stop() {
      await stop();
      if (memoryFolder) await rm(memoryFolder, { recursive: true, force: true });
    },
  };
}

/** Exported for its test. @param programs what `startExternalProcess` returns */
export function watchPrograms(programs) {
  const problems = [];
  let isStopping = false;
  for (const { name, exited, readErrors } of programs) {
    void exited.then(async (code) => {
      if (isStopping) return;
      problems.push(`${name} ended with exit code ${code} while tests ran. ${await readErrors()}`);
      printStep("backend", problems.at(-1));
    });
  }
  const stop = () => {
    isStopping = true;
    return Promise.all(programs.map((program) => program.stop()));
  };
  return { problems, stop };
}

// GenericContainer instead of the MongoDB module, which needs mongosh inside the image.
async function startContainers(reason) {
  const { GenericContainer, Wait } = await import("testcontainers");
  // Waits for the last log line before the server is ready: the default check of the port needs a shell, which nats:2
  // does not have.
  const startContainer = (image, port, command, line) =>
    new GenericContainer(image)
      .withCommand(command)
      .withExposedPorts(port)
      .withWaitStrategy(Wait.forLogMessage(line))
      .start();
  const [mongo, nats] = await Promise.all([
    startContainer(
      mongoImage,
      27017,
      ["--replSet", "rs0", "--bind_ip_all", ...withoutAborts],
      /Waiting for connections/,
    ),
    startContainer(natsImage, 4222, ["-js"], /Server is ready/),
  ]);
  // The replica set publishes its address inside the container, so clients must connect directly.
  const mongodbUrl = `mongodb://${mongo.getHost()}:${mongo.getMappedPort(27017)}/?directConnection=true`;
  await initiateReplicaSet(mongodbUrl);
  return {
    mongodbUrl,
    natsUrl: `nats://${nats.getHost()}:${nats.getMappedPort(4222)}`,
    description: `containers ${mongoImage} and ${natsImage} (${reason})`,
    problems: [],
    stop: () => Promise.all([mongo.stop(), nats.stop()]),
  };
}

async function initiateReplicaSet(url) {
  const { MongoClient } = await import("mongodb");
  const connect = () => MongoClient.connect(url, { serverSelectionTimeoutMS: 1_000 });
  const client = await waitFor("connecting to mongod", connect);
  try {
    const admin = client.db("admin");
    await admin.command({ replSetInitiate: { _id: "rs0", members: [{ _id: 0, host: "127.0.0.1:27017" }] } });
    await waitFor("the election of a primary", async () => (await admin.command({ hello: 1 })).isWritablePrimary);
  } finally {
    await client.close();
  }
}

// Asks the local Docker engine over its socket: fast, and without loading testcontainers.
/** Why Docker cannot be used for the tests; undefined when the engine answers and has all images. */
async function findDockerProblem(images) {
  if ((await getStatus("/_ping")) !== 200) return "no Docker engine answers";
  for (const image of images) {
    const status = await getStatus(`/images/${encodeURIComponent(image)}/json`);
    if (status !== 200) return `Docker does not have the image ${image}`;
  }
  return undefined;
}

function getStatus(path) {
  return new Promise((resolve) => {
    const sent = request({ ...getEngineAddress(), path, timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(0));
    sent.end();
  });
}

function getEngineAddress() {
  const address = process.env.DOCKER_HOST ?? "unix:///var/run/docker.sock";
  if (address.startsWith("unix://")) return { socketPath: address.slice("unix://".length) };
  const { hostname, port } = new URL(address);
  return { hostname, port: port || 2375 };
}
