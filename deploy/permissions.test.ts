import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { connect, ErrorCode } from "nats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMongod, findNatsServer } from "../scripts/lib/backend/binaries.mjs";
import { ensureDemo } from "../scripts/lib/demo/demo.mjs";
import { createTenantClient } from "../scripts/lib/mesh/gateway-client.mjs";
import { type Mesh, startMesh } from "../scripts/lib/mesh/mesh.mjs";
import { findFreePort } from "../scripts/lib/process/ports.mjs";
import { programNames } from "./checks/program-settings.js";

// docs/operating.md says that a process needs no more: its own database, and the permissions in nats.conf.
const getRoles = (name: string) => [{ role: "readWrite", db: name }];
const natsConfigFile = join(import.meta.dirname, "kubernetes/components/demo-dependencies/nats.conf");

const passwords = Object.fromEntries(programNames.map((name) => [name, `n${randomBytes(12).toString("hex")}`]));
const children: ChildProcess[] = [];
let folder: string;
let mongodb: string;
let nats: string;
let mesh: Mesh;

const writeCourse = (name: string) => [`learning_propose_${name}`, `learning_approve_${name}`] as const;
const mongodbUrl = (name: string) => `mongodb://${name}:${passwords[name]}@${mongodb}/?replicaSet=rs0&authSource=admin`;
const natsUrl = (name: string) => `nats://${name}:${passwords[name]}@${nats}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "permissions-"));
  [mongodb, nats] = await Promise.all([startMongodb(), startNats()]);
  mesh = await startMesh({
    mongodbUrl: "replaced per process below",
    natsUrl: `nats://${nats}`,
    dataDir: folder,
    databasePrefix: "",
    env: Object.fromEntries(
      programNames.map((name) => [name, { MONGODB_URL: mongodbUrl(name), NATS_URL: natsUrl(name) }]),
    ),
  });
});

afterAll(async () => {
  await mesh?.stop();
  for (const child of children) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await rm(folder, { recursive: true, force: true });
});

// The limit of the tests in e2e, because this one starts a whole mesh with MongoDB and NATS of its own.
const timeout = 60_000;

test(
  "the mesh works when each process has a MongoDB user and a NATS user with only the documented permissions",
  { timeout },
  async () => {
    const [gatewayUrl = ""] = mesh.gatewayUrls;
    const [operatorUrl = ""] = mesh.operatorUrls;
    const demo = await ensureDemo({ gatewayUrl, operatorUrl, operatorKey: mesh.operatorKey, dataDir: folder });
    // Webhooks stores only events for which there is an endpoint.
    const business = createTenantClient(gatewayUrl, demo);
    const endpoint = { url: "http://127.0.0.1:9999/", events: ["course.published"] };
    await business.rest("POST", "/v1/public/webhooks/endpoints", endpoint);
    const course = { title: "Permissions", slug: "permissions" };
    const { _id } = await business.proposeAndWrite(...writeCourse("create_course"), course);
    await business.proposeAndWrite(...writeCourse("update_course"), { course_id: _id, published: true });
    await eventually(async () => {
      expect(await readMetric("supply", "tenantops_outbox_published_total")).toBeGreaterThan(0);
      for (const name of Object.keys(mesh.addresses))
        expect(await readMetric(name, "tenantops_outbox_pending")).toBe(0);
      expect(
        await readMetric("webhooks", 'tenantops_events_consumed_total{consumer="webhooks",outcome="processed"'),
      ).toBeGreaterThan(0);
    });
    const permissionErrors = Object.values(mesh.processes).flatMap(({ logs }) =>
      logs.filter(
        (line) => /permission|not authorized|unauthorized|authorization/i.test(line) && /"(warn|error)"/.test(line),
      ),
    );
    expect(permissionErrors).toEqual([]);
  },
);

test("a process can neither publish events of another one nor read its replies", async () => {
  const connection = await connect({ servers: nats, user: "supply", pass: passwords["supply"] ?? "" });
  const refused: unknown[] = [];
  void (async () => {
    for await (const { data } of connection.status()) refused.push(data);
  })();
  connection.publish("events.roulettes.biz.PrizeWon", "");
  connection.publish("$JS.API.STREAM.DELETE.EVENTS", "");
  connection.publish("gateway.credentials.changed", "{}");
  const subscription = connection.subscribe("_INBOX.gateway.>", { callback: (error) => refused.push(error?.code) });
  await eventually(() => {
    expect(refused.filter((code) => code === ErrorCode.PermissionsViolation).length).toBeGreaterThanOrEqual(4);
  });
  subscription.unsubscribe();
  await connection.close();
});

test("a process cannot read the database of another one", async () => {
  const client = await MongoClient.connect(mongodbUrl("supply"));
  await expect(client.db("gateway").collection("keys").findOne()).rejects.toThrow(/not authorized/);
  await client.close();
});

async function startMongodb(): Promise<string> {
  const { path } = await findMongod();
  const host = `127.0.0.1:${await findFreePort()}`;
  const data = join(folder, "mongod-with-users");
  const keyFile = join(folder, "mongod.key");
  await mkdir(data);
  await writeFile(keyFile, randomBytes(48).toString("base64"), { mode: 0o600 });
  const [ip = "", port = ""] = host.split(":");
  startServer(path, [
    "--dbpath",
    data,
    "--bind_ip",
    ip,
    "--port",
    port,
    "--replSet",
    "rs0",
    "--keyFile",
    keyFile,
    "--quiet",
  ]);

  // As long as mongod has no user, a client on the same machine may initiate the set and create the first user.
  const unauthenticated = new MongoClient(`mongodb://${host}`, { directConnection: true });
  const admin = unauthenticated.db("admin");
  const members = [{ _id: 0, host }];
  await eventually(() => admin.command({ replSetInitiate: { _id: "rs0", members } }), 20_000);
  await eventually(async () => expect((await admin.command({ hello: 1 }))["isWritablePrimary"]).toBe(true), 20_000);
  await admin.command({ createUser: "root", pwd: "root", roles: ["root"] });
  await unauthenticated.close();

  const client = await MongoClient.connect(`mongodb://root:root@${host}/?directConnection=true`);
  for (const name of programNames)
    await client.db("admin").command({ createUser: name, pwd: passwords[name], roles: getRoles(name) });
  await client.close();
  return host;
}

async function startNats(): Promise<string> {
  const { path } = await findNatsServer();
  const port = await findFreePort();
  const text = await readFile(natsConfigFile, "utf8");
  const config = text
    .replace("port: 4222", `host: 127.0.0.1\nport: ${port}`)
    .replace("http_port: 8222", "")
    .replace("/data", join(folder, "nats"));
  await writeFile(join(folder, "nats.conf"), config);
  const variables = Object.entries(passwords).map(([name, password]) => [
    `NATS_${name.toUpperCase()}_PASSWORD`,
    password,
  ]);
  startServer(path, ["--config", join(folder, "nats.conf")], Object.fromEntries(variables));
  return `127.0.0.1:${port}`;
}

function startServer(path: string, args: string[], env: Record<string, string> = {}): void {
  children.push(spawn(path, args, { stdio: "ignore", env: { PATH: process.env["PATH"] ?? "", ...env } }));
}

/** The value of the first sample of a process whose line begins with `start`, or 0. */
async function readMetric(processName: string, start: string): Promise<number> {
  const text = await fetch(`${mesh.adminUrls[processName]}/metrics`).then((answer) => answer.text());
  const line = text.split("\n").find((found) => found.startsWith(start));
  return Number(line?.split(" ").at(-1) ?? 0);
}
