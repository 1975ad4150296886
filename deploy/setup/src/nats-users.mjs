// The users of NATS: one per process, with the subjects that it needs and no others. docs/operating.md has the same as a table;
// deploy/permissions.long.test.ts runs the whole mesh with them.

const findStream = ["$JS.API.INFO", "$JS.API.STREAM.INFO.EVENTS"];
/** The erasure of a person replaces events (docs/data-life.md). */
const replaceEvents = ["$JS.API.STREAM.MSG.GET.EVENTS", "$JS.API.STREAM.MSG.DELETE.EVENTS"];
const ofService = (name, publish = [], subscribe = []) => ({
  publish: [`events.${name}.>`, ...findStream, ...publish],
  subscribe: [`_INBOX.${name}.>`, ...subscribe],
});

/** What a listener of events needs, whose consumer has the name of its process. */
const listen = (name) => [
  "$JS.API.CONSUMER.CREATE.EVENTS.>",
  `$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.${name}`,
  `$JS.API.CONSUMER.INFO.EVENTS.${name}`,
  `$JS.API.CONSUMER.MSG.NEXT.EVENTS.${name}`,
  `$JS.ACK.EVENTS.${name}.>`,
];

/** What each process may publish and subscribe. */
export const natsPermissions = {
  gateway: {
    publish: ["gateway.>"],
    subscribe: ["_INBOX.gateway.>", "gateway.>", "console.people.changed", "accounts.credentials.>"],
  },
  accounts: ofService("accounts", ["accounts.credentials.>"]),
  approvals: ofService("approvals", replaceEvents),
  supply: ofService("supply", replaceEvents),
  roulettes: ofService("roulettes", replaceEvents),
  learning: ofService("learning", replaceEvents),
  flows: ofService("flows", replaceEvents),
  webhooks: ofService(
    "webhooks",
    [...replaceEvents, "$JS.API.STREAM.CREATE.EVENTS", "webhooks.scheduled.>", ...listen("webhooks")],
    ["webhooks.scheduled.>"],
  ),
  analytics: ofService("analytics"),
  console: ofService("console", ["console.people.changed", ...listen("console")]),
};

/** May do everything, as `root` of MongoDB may: no process may purge or delete the stream, or give it more space. */
export const natsOperator = "operator";

/**
 * The list of users for the block `authorization` of nats-server.
 * @param accounts `{ process, user, password }`; several of one process while its password is replaced. A user whose process is not
 *   in `natsPermissions` may do everything
 */
export function renderNatsUsers(accounts) {
  const users = accounts.map(({ process, user, password }) => ({
    user,
    password,
    permissions: natsPermissions[process],
  }));
  // The configuration of nats-server is a superset of JSON.
  return `# Written by deploy/setup. Contains passwords.\nusers: ${JSON.stringify(users, null, 2)}\n`;
}
