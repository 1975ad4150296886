// Compares every acknowledged operation with the records, after the faults. Each check returns sentences about what is wrong.
import { setTimeout as sleep } from "node:timers/promises";
import { bottles, unitsAtStart } from "../../../scripts/lib/agents/business.mjs";
import { findEntry } from "../../../scripts/lib/mesh/mesh-plan.mjs";
import { runCommand } from "../../../scripts/lib/process/run-command.mjs";
import { compareRounds, examplesMax, report } from "./compare.mjs";

const deliveryMsMax = 120_000;
const services = [
  "accounts",
  "approvals",
  "supply",
  "roulettes",
  "learning",
  "flows",
  "webhooks",
  "analytics",
  "console",
];

const ofPeople = ({ businessId }) => `/v1/console/businesses/${businessId}`;
/** By kind: the records, the name of the round in a record, and the event that tells of it, if there is one. */
const kinds = {
  withdrawals: {
    list: ({ calls }) => calls.list("/v1/public/supply/withdrawals"),
    nameOf: ({ workerId }) => workerId,
    event: "withdrawal.created",
    idOf: ({ withdrawalId }) => withdrawalId,
  },
  spins: {
    list: ({ calls, rouletteId }) => calls.list(`/v1/public/roulettes/${rouletteId}/spins`),
    nameOf: ({ userId }) => userId,
    event: "spin.completed",
    idOf: ({ spinId }) => spinId,
  },
  sessions: {
    list: ({ calls, courseId }) => calls.list(`/v1/public/courses/${courseId}/sessions`),
    nameOf: ({ userId }) => userId,
    event: "session.status_changed",
    idOf: ({ sessionId }) => sessionId,
  },
  registrations: {
    list: ({ calls, slug }) => calls.list(`/v1/public/flows/${slug}/registrations`),
    nameOf: ({ answers }) => String(answers.email).split("@")[0],
    event: "flow.registration.completed",
    idOf: ({ registrationId }) => registrationId,
    // The answer to a form has no id.
    isSame: () => true,
  },
  keys: {
    // Without the key of the agents.
    list: async (business) =>
      (await business.person.list(`${ofPeople(business)}/keys`)).filter(({ _id }) => _id !== business.keyId),
    nameOf: ({ name }) => name,
  },
  invitations: {
    list: (business) => business.person.list(`${ofPeople(business)}/invitations`),
    nameOf: ({ name }) => name,
    // Only open ones are there.
    findEnded: ({ withdrawn }) => withdrawn,
  },
};
const kindsWithEvents = Object.entries(kinds).filter(([, { event }]) => event !== undefined);
const isSameId = (one, other) => one === other;

/** @returns sentences about records that are lost, doubled or from another business, and the records of the business by kind */
export async function checkRecords(business) {
  const problems = [];
  const records = {};
  for (const [kind, { list, nameOf, isSame = isSameId, findEnded }] of Object.entries(kinds)) {
    records[kind] = await list(business);
    const acknowledged = business.acknowledged[kind];
    const ended = findEnded?.(business);
    problems.push(...compareRounds(kind, { acknowledged, records: records[kind], nameOf, isSame, ended }));
  }
  const isUsable = ({ name, revokedAt }) => business.acknowledged.keys.has(name) && !revokedAt;
  report(
    problems,
    "keys whose revocation is lost",
    records.keys.filter((key) => isUsable(key)).map(({ name, _id }) => [name, _id]),
  );
  return { problems, records };
}

/** Checks that exactly the units and prizes in the records were given out. */
export async function checkStock({ calls }, records) {
  const problems = [];
  const { items: centerStocks } = await calls.tool("supply_list_service_center_stocks");
  const expected = unitsAtStart - records.withdrawals.length;
  if (centerStocks[0].currentStock !== expected)
    problems.push(`the center holds ${centerStocks[0].currentStock} instead of ${expected}`);
  const prizes = await calls.list("/v1/public/prizes");
  const won = records.spins.filter(({ result }) => result === "won").length;
  if (prizes.length !== won) problems.push(`${won} spins won, but there are ${prizes.length} prizes`);
  if (prizes.length > bottles) problems.push(`${prizes.length} bottles were won, but there were ${bottles}`);
  const { items } = await calls.tool("roulettes_list_roulette_items");
  const remaining = bottles - prizes.length;
  if (items[0].available_stock !== remaining)
    problems.push(`${items[0].available_stock} bottles are left instead of ${remaining}`);
  return problems;
}

/** Waits until there is exactly one event for every record, sent to its own business only, and no event about anything else. */
export async function checkEvents(business, records, waitMs = deliveryMsMax) {
  const end = Date.now() + waitMs;
  for (;;) {
    const problems = compareEvents(business, records);
    if (problems.length === 0 || Date.now() >= end) return problems;
    await sleep(500);
  }
}

function compareEvents({ businessId, receiver }, records) {
  const problems = [];
  const events = [...receiver.events.values()];
  report(
    problems,
    "events of another business",
    events.filter((event) => event.businessId !== businessId),
  );
  for (const [kind, { event: type, idOf }] of kindsWithEvents) {
    const counts = new Map();
    for (const { data } of events.filter((event) => event.type === type))
      counts.set(idOf(data), (counts.get(idOf(data)) ?? 0) + 1);
    const wrong = records[kind]
      .filter(({ _id }) => counts.get(_id) !== 1)
      .map(({ _id }) => [_id, counts.get(_id) ?? 0]);
    report(problems, `${kind} whose event did not arrive under exactly one webhook-id`, wrong);
    const known = new Set(records[kind].map(({ _id }) => _id));
    report(
      problems,
      `events about ${kind} that do not exist`,
      [...counts.keys()].filter((id) => !known.has(id)),
    );
  }
  return problems;
}

/** Compares the records of each service with each other. @returns the output of those that found something */
export async function checkSums(mesh) {
  const problems = [];
  for (const service of services) {
    const env = { ...process.env, MONGODB_URL: mesh.mongodbUrl, MONGODB_DATABASE: `${mesh.databasePrefix}${service}` };
    const { code, stdout, stderr } = await runCommand(process.execPath, [findEntry(service), "--reconcile"], { env });
    if (code === 0) continue;
    // Findings are indented. Without any, the job itself failed.
    const found = stdout.split("\n").filter((line) => line.startsWith("  "));
    const first = found.slice(0, examplesMax).map((line) => line.trim());
    problems.push(
      `${service}, ${found.length} problems: ${first.join("; ") || `${stdout}${stderr}`.trim().slice(-500)}`,
    );
  }
  return problems;
}
