import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { connect, ErrorCode } from "nats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programNames } from "./checks/program-settings.js";
import { natsPermissions } from "./setup/src/nats-users.mjs";
import { type BackendWithUsers, canSignIn, startBackendWithUsers } from "./setup/backend-with-users.testing.js";

// Everything as in docker-compose.yml: the keys and users that the container `keys` writes, the MongoDB users that `replica-set` creates,
// and the NATS configuration of Compose. What no process may do; permissions.long.test.ts has what each of them must be able to do.
let folder: string;
let backend: BackendWithUsers;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "permissions-"));
  backend = await startBackendWithUsers(folder);
  await eventually(async () => {
    if (!(await canSignIn(backend.urlOf("supply", "NATS_URL")))) throw new Error("NATS does not accept its users yet");
  });
});

afterAll(async () => {
  await backend?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("without a user nothing can be read from MongoDB, and NATS refuses the connection", async () => {
  const client = await MongoClient.connect(`mongodb://${backend.hosts.mongodb}/?directConnection=true`);
  await expect(client.db("supply").collection("stocks").findOne()).rejects.toThrow(/requires authentication/);
  await client.close();
  await expect(connect({ servers: backend.hosts.nats })).rejects.toMatchObject({
    code: ErrorCode.AuthorizationViolation,
  });
});

// The gateway stores nothing.
const withDatabase = programNames.filter((name) => name !== "gateway");
test.each(withDatabase)("%s can read and write its own database, and no other one", async (name) => {
  const others = programNames.filter((other) => other !== name);
  const client = await MongoClient.connect(backend.urlOf(name, "MONGODB_URL"));
  await client.db(name).collection("leases").findOne();
  for (const other of [...others, "admin", "local"]) {
    const collection = client.db(other).collection<{ _id: string }>("leases");
    await expect(collection.findOne()).rejects.toThrow(/not authorized/);
    await expect(collection.insertOne({ _id: "x" })).rejects.toThrow(/not authorized/);
    const outbox = client.db(other).collection<{ _id: string }>("outbox");
    await expect(outbox.insertOne({ _id: "x" })).rejects.toThrow(/not authorized/);
    // The reconciliation of webhooks compares the events of the other services with its deliveries.
    if (name === "webhooks" && ["approvals", "supply", "roulettes", "learning", "flows"].includes(other))
      await outbox.findOne();
    else await expect(outbox.findOne()).rejects.toThrow(/not authorized/);
  }
  await client.close();
});

describe.each(programNames)("%s", (name) => {
  const others = programNames.filter((other) => other !== name);

  test("can neither publish what another process publishes nor read its replies, nor delete the stream", async () => {
    const { username, password, host } = new URL(backend.urlOf(name, "NATS_URL"));
    const connection = await connect({ servers: host, user: username, pass: password });
    const refused = new Set<string>();
    void (async () => {
      for await (const { permissionContext } of connection.status() as AsyncIterable<{
        permissionContext?: { operation: string; subject: string };
      }>)
        if (permissionContext) refused.add(`${permissionContext.operation} ${permissionContext.subject}`);
    })();
    const own = natsPermissions[name] ?? { publish: [], subscribe: [] };
    const wanted = [
      ...others.filter((other) => other !== "gateway").map((other) => `events.${other}.biz.Something`),
      "$JS.API.STREAM.DELETE.EVENTS",
      "$JS.API.STREAM.PURGE.EVENTS",
      ...["accounts.credentials.changed", "webhooks.scheduled.x", "console.people.changed"].filter(
        (subject) => !own.publish.some((allowed) => matches(allowed, subject)),
      ),
    ];
    for (const subject of wanted) connection.publish(subject, "{}");
    for (const other of others) connection.subscribe(`_INBOX.${other}.>`, { callback: () => undefined });
    connection.subscribe("events.>", { callback: () => undefined });
    await eventually(() => {
      expect([...refused].sort()).toEqual(
        [
          ...wanted.map((subject) => `publish ${subject}`),
          ...others.map((other) => `subscription _INBOX.${other}.>`),
          "subscription events.>",
        ].sort(),
      );
    });
    await connection.close();
  });
});

const matches = (allowed: string, subject: string) =>
  allowed.endsWith(".>") ? subject.startsWith(allowed.slice(0, -1)) : allowed === subject;
