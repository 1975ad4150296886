import { mkdtemp } from "node:fs/promises";
import { createServer, connect as connectTo, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient, type MongoClientOptions } from "mongodb";
import { expect, test } from "vitest";
import { createLogger, type Logger } from "../../telemetry/logger.js";
import { testBackend } from "../../testing/index.js";
import { openDatabase } from "../database.js";
import { migrateDatabase } from "./migrate-database.js";
import { waitForDatabase } from "./wait-for-database.js";

/** A server in front of the test's MongoDB. */
function createProxy(change: (answer: Buffer) => Buffer = (answer) => answer): Server {
  const { hostname, port } = new URL(testBackend().mongodbUrl);
  return createServer((socket) => {
    const upstream = connectTo(Number(port), hostname);
    for (const one of [socket, upstream]) one.on("error", () => [socket, upstream].forEach((end) => end.destroy()));
    socket.pipe(upstream);
    upstream.on("data", (answer) => socket.write(change(answer)));
    upstream.on("end", () => socket.end());
  });
}

const nameUrl = (host: number | string) =>
  `mongodb://${typeof host === "number" ? `127.0.0.1:${host}` : encodeURIComponent(host)}/?directConnection=true`;
/** @param host a port, or the path of a socket */
const openThrough = (host: number | string, options: MongoClientOptions = {}) =>
  new MongoClient(nameUrl(host), { serverSelectionTimeoutMS: 60_000, ...options });

test("a MongoDB that is too old is refused with a sentence, also by the migration job", async () => {
  const real = openThrough(Number(new URL(testBackend().mongodbUrl).port));
  const { version } = (await real.db("admin").command({ buildInfo: 1 })) as { version: string };
  await real.close();
  // The same length, because the length precedes a text.
  const older = version.replace(/^\d/, "7");
  const proxy = createProxy((answer) => replaceAll(answer, `${version}\0`, `${older}\0`));
  const port = await listen(proxy, 0);
  const client = openThrough(port);
  const sentence = `MongoDB ${older} is too old: this build needs MongoDB 8.0 or later`;
  await expect(waitForDatabase(client, createLogger("kit", "silent"))).rejects.toThrow(sentence);
  await client.close();
  const migration = migrateDatabase({
    url: nameUrl(port),
    name: "x",
    appName: "kit",
    logger: createLogger("kit", "silent"),
  });
  await expect(migration).rejects.toThrow(sentence);
  proxy.close();
});

function replaceAll(bytes: Buffer, from: string, to: string): Buffer {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at)) bytes.write(to, at);
  return bytes;
}

test("a process waits for a database that starts later than one connection attempt lasts, and the log says so", async () => {
  const proxy = createProxy();
  // A socket of its own: a port that is free until the first attempt has failed could be taken by another process.
  const path = join(await mkdtemp(join(tmpdir(), "database-")), "mongod.sock");
  const reasons: string[] = [];
  const logger = {
    warn: ({ reason }: { reason: string }, message: string) => {
      reasons.push(`${message}: ${reason}`);
      proxy.listen(path);
    },
  } as unknown as Logger;
  const client = openThrough(path, { serverSelectionTimeoutMS: 300 });
  await waitForDatabase(client, logger);
  await client.db("admin").command({ ping: 1 });
  expect(reasons).toEqual([expect.stringMatching(/^waiting for the database: .*ENOENT/)]);
  await client.close();
  proxy.close();
});

/** A server that answers a connection of a pool later than a call may wait for one, as a busy machine does while a process signs in. */
function createSlowProxy(isSlow: () => boolean, slowMs = 400): Server {
  const proxy = createProxy();
  const [passOn] = proxy.listeners("connection") as ((socket: Socket) => void)[];
  proxy.removeAllListeners("connection");
  // The first connection of a client watches the server, and the second one is of its pool.
  let connections = 0;
  proxy.on("connection", (socket) => {
    connections += 1;
    const delayMs = connections > 1 && isSlow() ? slowMs : 0;
    socket.pause();
    setTimeout(() => passOn?.(socket), delayMs);
  });
  return proxy;
}

test("a process whose connection takes longer than a call may wait keeps trying, and connects when the machine is less busy", async () => {
  let isBusy = true;
  const reasons: string[] = [];
  const logger = {
    warn: ({ reason }: { reason: string }) => {
      reasons.push(reason);
      isBusy = false;
    },
  } as unknown as Logger;
  const proxy = createSlowProxy(() => isBusy);
  const client = openThrough(await listen(proxy, 0), { waitQueueTimeoutMS: 100 });
  await waitForDatabase(client, logger, { connectionMs: 100 });
  await client.db("admin").command({ ping: 1 });
  expect(reasons).toEqual([expect.stringContaining("Timed out while checking out a connection")]);
  await client.close();
  proxy.close();
});

test("a process whose connections always take longer than a call may wait connects, and its calls wait no longer than before", async () => {
  const proxy = createSlowProxy(() => true);
  const client = openThrough(await listen(proxy, 0), { waitQueueTimeoutMS: 200 });
  await waitForDatabase(client, createLogger("kit", "silent"));
  expect(client.options.waitQueueTimeoutMS).toBe(200);
  await client.close();
  proxy.close();
});

test("an attempt that was too short is followed by a longer one, until the connection is open", async () => {
  const proxy = createSlowProxy(() => true);
  // Each attempt watches the server with a slow connection of its own.
  const client = openThrough(await listen(proxy, 0), { waitQueueTimeoutMS: 100 });
  const connected = waitForDatabase(client, createLogger("kit", "silent"), { connectionMs: 100 });
  await expect(connected).resolves.toBeUndefined();
  await client.close();
  proxy.close();
});

test("a wrong password ends the start with its reason, also when the refusal takes longer than a call may wait", async () => {
  const proxy = createSlowProxy(() => true);
  const port = await listen(proxy, 0);
  const url = `mongodb://nobody:wrong@127.0.0.1:${port}/?directConnection=true`;
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 60_000, waitQueueTimeoutMS: 200 });
  await expect(waitForDatabase(client, createLogger("kit", "silent"))).rejects.toThrow("Authentication failed");
  await client.close();
  proxy.close();
});

test("a command of an operator waits for a connection that takes seconds", async () => {
  // Longer than a call of a process may wait.
  const proxy = createSlowProxy(() => true, 1500);
  const url = nameUrl(await listen(proxy, 0));
  const logger = createLogger("kit", "silent");
  const db = await openDatabase({ url, name: "x", appName: "kit", logger });
  await expect(db.ping()).resolves.toBeUndefined();
  await db.close();
  proxy.close();
});

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) =>
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
}
