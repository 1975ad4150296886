// mongod (a replica set of one) and nats-server with JetStream on loopback, ready to be used.
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { findMongod, findNatsServer } from "./binaries.mjs";
import { startForeign } from "./child.mjs";
import { readJson, writePrivateJson } from "./paths.mjs";
import { freePort, isFree } from "./ports.mjs";
import { lastLines, sleep, until } from "./run.mjs";
import { Failure } from "./say.mjs";

/**
 * Starts mongod with its data under `dataDir`. Resolves when it is a writable primary.
 * The result: `{ url, pid, version, origin, kill(signal), restart(), stop() }`; a restart keeps port and data.
 */
export async function startMongod({ dataDir, logDir = join(dataDir, "logs"), found, cacheGb = 0.25 }) {
  const { path, version, origin } = found ?? (await findMongod());
  const port = await keptPort(dataDir, "mongod");
  const dbPath = join(dataDir, "mongod");
  await mkdir(dbPath, { recursive: true, mode: 0o700 });
  const args = ["--dbpath", dbPath, "--port", port, "--bind_ip", "127.0.0.1", "--replSet", "rs0"].map(String);
  args.push("--wiredTigerCacheSizeGB", String(cacheGb), "--nounixsocket", "--oplogSize", "512");
  // A folder of statistics that grows to 200 MB, of use only to MongoDB's support.
  args.push("--setParameter", "diagnosticDataCollectionEnabled=false");
  // A primary waits 15 s for its replicas when it is asked to stop; there are none.
  args.push("--setParameter", "shutdownTimeoutMillisForSignaledShutdown=0");

  const url = `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
  const ready = (hasEnded) => untilPrimary(port, hasEnded);
  const program = await supervise({ name: "mongod", path, args, logDir, ready });
  return Object.assign(program, { url, version, origin });
}

/** Starts nats-server with JetStream kept under `dataDir`. The result is shaped like that of `startMongod`. */
export async function startNats({ dataDir, logDir = join(dataDir, "logs"), found }) {
  const { path, version, origin } = found ?? (await findNatsServer());
  const port = await keptPort(dataDir, "nats");
  const args = ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", join(dataDir, "nats")];
  const url = `nats://127.0.0.1:${port}`;
  const ready = (hasEnded) => untilJetStream(url, hasEnded);
  const program = await supervise({ name: "nats-server", path, args, logDir, ready });
  return Object.assign(program, { url, version, origin });
}

/** Both at once, as `npm start`, `npm test` and `node scripts/backend.mjs` use them. */
export async function startBackend({ dataDir, logDir }) {
  const started = await Promise.allSettled([startMongod({ dataDir, logDir }), startNats({ dataDir, logDir })]);
  const failed = started.find(({ status }) => status === "rejected");
  const stop = () => Promise.all(started.map(({ value }) => value?.stop()));
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [mongod, nats] = started.map(({ value }) => value);
  return { mongodbUrl: mongod.url, natsUrl: nats.url, mongod, nats, stop };
}

async function supervise({ name, path, args, logDir, ready }) {
  await mkdir(logDir, { recursive: true });
  const logFile = join(logDir, `${name}.log`);
  let child;

  const start = async () => {
    // A predecessor whose supervisor was killed may still be closing its files; it is gone within seconds.
    for (let attempt = 1; ; attempt += 1) {
      let ended = false;
      child = await startForeign(path, args, { logFile });
      void child.exited.then(() => (ended = true));
      try {
        return await ready(() => (ended ? `${name} ended while starting` : undefined));
      } catch (error) {
        await child.stop();
        const log = await tail(logFile);
        const locked = /DBPathInUse|Unable to lock|already in use|address already in use/i.test(log);
        if (locked && attempt < 20) await sleep(500);
        else throw new Failure(name, `${error.message}\n${complaints(log)}`, `read ${logFile}`);
      }
    }
  };

  await start();
  return {
    name,
    logFile,
    get pid() {
      return child.pid;
    },
    get exited() {
      return child.exited;
    },
    kill: (signal) => child.kill(signal),
    stop: () => child.stop(),
    restart: async () => {
      await child.stop();
      await start();
    },
  };
}

async function tail(file) {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, Math.max(0, size - 4096));
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

// mongod's lines are JSON with everything in them; a person needs the sentence and the reason.
function complaints(log) {
  const lines = log.split("\n").map((line) => {
    const [, severity, message] = /^\{.*?"s":"(\w)".*?"msg":"(.*?)"[,}]/.exec(line) ?? [];
    const reason = /"error":"?(.*?)"?[,}]/.exec(line)?.[1];
    return message ? /[EF]/.test(severity) && [message, reason].filter(Boolean).join(": ") : line;
  });
  return lastLines(lines.filter(Boolean).join("\n"), 6);
}

// The port is kept with the data: a replica set remembers its own address.
async function keptPort(dataDir, name) {
  const file = join(dataDir, `${name}.port.json`);
  const kept = await readJson(file);
  if (kept && (await isFree(kept.port))) return kept.port;
  const port = await freePort();
  await writePrivateJson(file, { port });
  return port;
}

async function untilPrimary(port, giveUp) {
  const { MongoClient } = await import("mongodb");
  const options = { serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 };
  const connect = () => MongoClient.connect(`mongodb://127.0.0.1:${port}/?directConnection=true`, options);
  const client = await until("mongod answering", connect, { giveUp, timeoutMs: 30_000 });
  try {
    await setMember(client, `127.0.0.1:${port}`);
    const isPrimary = async () => (await client.db("admin").command({ hello: 1 })).isWritablePrimary;
    await until("mongod becoming primary", isPrimary, { giveUp, everyMs: 20 });
  } finally {
    await client.close();
  }
}

async function setMember(client, host) {
  const kept = await client.db("local").collection("system.replset").findOne({});
  const admin = client.db("admin");
  if (!kept) {
    await admin.command({ replSetInitiate: { _id: "rs0", members: [{ _id: 0, host }] } });
  } else if (kept.members.length !== 1 || kept.members[0].host !== host) {
    // The port was taken meanwhile: the set still believes in its old address and has no primary, so only force helps.
    const config = { ...kept, version: kept.version + 1, members: [{ ...kept.members[0], host }] };
    await admin.command({ replSetReconfig: config, force: true });
  }
}

async function untilJetStream(url, giveUp) {
  const { connect } = await import("nats");
  const connection = await until("nats-server answering", () => connect({ servers: url, timeout: 1_000 }), { giveUp });
  try {
    const account = async () => (await connection.jetstreamManager()).getAccountInfo();
    await until("JetStream answering", account, { giveUp });
  } finally {
    await connection.close();
  }
}
