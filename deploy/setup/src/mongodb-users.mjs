// One MongoDB user per process, with rights on its own database and nothing else.
import { processes } from "./accounts.mjs";

export const rootUser = "root";

/** Lets webhooks read the outboxes of other services, because its reconciliation compares them with its deliveries. It gets every event anyway. */
const outboxRole = "readOutboxes";
const publishers = processes.filter((name) => !["gateway", "console", "webhooks"].includes(name));

const getRoles = (process) => [
  { role: "readWrite", db: process },
  ...(process === "webhooks" ? [{ role: outboxRole, db: "admin" }] : []),
];

/** The first user. Allowed without a user, over the loopback address, while there is none. */
export const createRootUser = (admin, password) =>
  admin.command({ createUser: rootUser, pwd: password, roles: ["root"] });

/** Creates the missing users and drops those of earlier rotations. Users with other names are kept. */
export async function bringUsers(admin, users) {
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
