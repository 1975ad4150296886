// A mongod that was started with --replSet refuses reads and writes until its replica set is initiated, and one with --keyFile everything
// until its first user exists. Both are done over the loopback address, because MongoDB allows them without a user only there.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { processes, processesWithDatabase } from "./accounts.mjs";

// One MongoDB user per process, with rights on its own database and nothing else.
const rootUser = "root";

/** Lets webhooks read the outboxes of other services, because its reconciliation compares them with its deliveries. It gets every event anyway. */
const outboxRole = "readOutboxes";
const publishers = processesWithDatabase.filter(
  (name) => !["accounts", "console", "webhooks", "analytics"].includes(name),
);

const getRoles = (process) => [
  { role: "readWrite", db: process },
  ...(process === "webhooks" ? [{ role: outboxRole, db: "admin" }] : []),
];

/** The first user. Allowed without a user, over the loopback address, while there is none. */
const createRootUser = (admin, password) => admin.command({ createUser: rootUser, pwd: password, roles: ["root"] });

/** Creates the missing users and drops those of earlier rotations. Users with other names are kept. */
async function bringUsers(admin, users) {
  await createOutboxRole(admin);
  const { users: existing } = await admin.command({ usersInfo: 1 });
  const found = new Set(existing.map(({ user }) => user));
  for (const { process, user, password } of users)
    if (!found.has(user)) await admin.command({ createUser: user, pwd: password, roles: getRoles(process) });
  const wanted = new Set(users.map(({ user }) => user));
  const isOfProcess = (user) => processes.some((name) => user === name || new RegExp(`^${name}-\\d+$`).test(user));
  for (const user of found) if (isOfProcess(user) && !wanted.has(user)) await admin.command({ dropUser: user });
}

async function createOutboxRole(admin) {
  const privileges = publishers.map((db) => ({ resource: { db, collection: "outbox" }, actions: ["find"] }));
  const { roles } = await admin.command({ rolesInfo: outboxRole });
  const command = roles.length > 0 ? "updateRole" : "createRole";
  await admin.command({ [command]: outboxRole, privileges, roles: [] });
}

const timeoutMs = 120_000;
const watchEveryMs = 10_000;
/** Server error codes NotYetInitialized, AlreadyInitialized and AuthenticationFailed. */
const notYetInitialized = 94;
const alreadyInitialized = 23;
const authenticationFailed = 18;

/**
 * Initiates a replica set whose only member is `host`, waits until it is primary, and makes its users those in `<folder>/users.json`.
 * Safe to repeat, and for a replica set that has run without users. Runs in the network of mongod.
 * @param mode `watch`: keeps running, and updates the users whenever the file has changed
 */
export async function initiateReplicaSet(host, name, folder, mode) {
  if (!host || !name || !folder) throw new Error("replica-set needs a host with its port, a name and a folder");
  await repeatUntilDone(() => prepare(host, name, folder));
  process.stdout.write(`${host} is the primary of ${name}, and its users are those of ${folder}\n`);
  // As process 1 of a container it has no default signal handler.
  if (mode === "watch") process.once("SIGTERM", () => process.exit(0));
  while (mode === "watch") {
    await sleep(watchEveryMs);
    await repeatUntilDone(() => prepare(host, name, folder));
  }
}

async function repeatUntilDone(work) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      if (await work()) return;
    } catch (error) {
      // Expected while mongod starts and while it elects its primary.
      if (Date.now() > deadline) throw error;
    }
    await sleep(500);
  }
}

/** @returns false when it must be called again */
async function prepare(host, name, folder) {
  const { root, users } = JSON.parse(await readFile(join(folder, "users.json"), "utf8"));
  const { client, isRoot } = await connect(host, root);
  try {
    const admin = client.db("admin");
    await initiate(admin, { _id: name, members: [{ _id: 0, host }] });
    if (!(await admin.command({ hello: 1 })).isWritablePrimary) return false;
    if (isRoot) await bringUsers(admin, users);
    // After this nothing is possible without a user.
    else await createRootUser(admin, root);
    return isRoot;
  } finally {
    await client.close();
  }
}

async function connect(host, root) {
  const url = `mongodb://127.0.0.1:${host.split(":").at(-1)}`;
  const options = { directConnection: true, serverSelectionTimeoutMS: 2000 };
  const asRoot = { ...options, auth: { username: rootUser, password: root }, authSource: "admin" };
  try {
    return { client: await MongoClient.connect(url, asRoot), isRoot: true };
  } catch (error) {
    // There is no user yet.
    if (error.code !== authenticationFailed) throw error;
    return { client: await MongoClient.connect(url, options), isRoot: false };
  }
}

async function initiate(admin, config) {
  try {
    await admin.command({ replSetGetStatus: 1 });
  } catch (error) {
    if (error.code !== notYetInitialized) throw error;
    await admin.command({ replSetInitiate: config }).catch((failure) => {
      if (failure.code !== alreadyInitialized) throw failure;
    });
  }
}
