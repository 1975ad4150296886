// Compares every acknowledged operation with the records, after the faults. Each check returns sentences about what is wrong.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bottles, unitsAtStart } from "../../../scripts/lib/agents/business.mjs";
import { root } from "../../../scripts/lib/paths.mjs";
import { runCommand } from "../../../scripts/lib/process/run-command.mjs";

const deliveryMsMax = 120_000;
const examplesMax = 3;

/** By kind: the path of the list, the name of the round in a record, and the event about it. */
const kinds = {
  withdrawals: {
    path: () => "/v1/public/supply/withdrawals",
    nameOf: ({ workerId }) => workerId,
    event: "withdrawal.created",
    idOf: ({ withdrawalId }) => withdrawalId,
  },
  spins: {
    path: ({ rouletteId }) => `/v1/public/roulettes/${rouletteId}/spins`,
    nameOf: ({ userId }) => userId,
    event: "spin.completed",
    idOf: ({ spinId }) => spinId,
  },
  sessions: {
    path: ({ courseId }) => `/v1/public/courses/${courseId}/sessions`,
    nameOf: ({ userId }) => userId,
    event: "session.status_changed",
    idOf: ({ sessionId }) => sessionId,
  },
  registrations: {
    path: ({ slug }) => `/v1/public/flows/${slug}/registrations`,
    nameOf: ({ answers }) => String(answers.email).split("@")[0],
    event: "flow.registration.completed",
    idOf: ({ registrationId }) => registrationId,
  },
};

/** @returns sentences about records that are lost, doubled or from another business, and the records of the business by kind */
export async function checkRecords(business) {
  const problems = [];
  const records = {};
  for (const [kind, { path, nameOf }] of Object.entries(kinds)) {
    records[kind] = await business.calls.list(path(business));
    const idsByName = new Map();
    for (const record of records[kind])
      idsByName.set(nameOf(record), [...(idsByName.get(nameOf(record)) ?? []), record._id]);
    const rounds = [...business.acknowledged[kind]];
    const isSame = (name, id) => idsByName.get(name)?.[0] === id || kind === "registrations";
    report(
      problems,
      `${kind} lost`,
      rounds.filter(([name]) => !idsByName.has(name)),
    );
    report(
      problems,
      `${kind} with another id than acknowledged`,
      rounds.filter(([name, id]) => idsByName.has(name) && !isSame(name, id)),
    );
    report(
      problems,
      `${kind} doubled`,
      [...idsByName].filter(([, ids]) => ids.length > 1),
    );
    report(
      problems,
      `${kind} that no round has made`,
      [...idsByName].filter(([name]) => !business.acknowledged[kind].has(name)),
    );
  }
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
  for (const [kind, { event: type, idOf }] of Object.entries(kinds)) {
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
  for (const service of ["supply", "roulettes", "learning", "flows", "webhooks"]) {
    const env = { ...process.env, MONGODB_URL: mesh.mongodbUrl, MONGODB_DATABASE: `${mesh.databasePrefix}${service}` };
    const args = [join(root, `services/${service}/dist/main.js`), "--reconcile"];
    const { code, stdout, stderr } = await runCommand(process.execPath, args, { env });
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

function report(problems, what, found) {
  if (found.length > 0) problems.push(`${found.length} ${what}: ${JSON.stringify(found.slice(0, examplesMax))}`);
}
