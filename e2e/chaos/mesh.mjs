// Businesses use every vertical through two gateways while processes, NATS and MongoDB fail. Then every acknowledged operation is compared with the
// records: none may be lost, doubled, in another business, over-issued or undelivered.
import { setTimeout as sleep } from "node:timers/promises";
import { createBusiness } from "../../scripts/lib/agents/business.mjs";
import { createCaller } from "../../scripts/lib/agents/calls.mjs";
import { startReplicaSet } from "../../scripts/lib/backend/mongod.mjs";
import { startNats } from "../../scripts/lib/backend/nats.mjs";
import { bold, print } from "../../scripts/lib/console.mjs";
import { startMesh } from "../../scripts/lib/mesh/mesh.mjs";
import { withoutLimits } from "../../scripts/lib/mesh/without-limits.mjs";
import { startAgents } from "./mesh/agents.mjs";
import { checkEvents, checkRecords, checkStock, checkSums } from "./mesh/checks.mjs";
import { faults } from "./mesh/faults.mjs";
import { createRandom, pick } from "./random.mjs";
import { settings } from "./webhooks/settings.mjs";

const businessCount = 3;
/** Larger than the events of a run, because all of them must fit after the store was full. */
const maxFileStore = "256MB";
/** The part of the given time that is reserved for the checks. */
const checksMs = 60_000;
/** An agent may repeat a call this long after the last fault. */
const patienceMs = 60_000;

/**
 * @param only names of faults; all when it is empty
 * @returns how many promises were broken
 */
export async function run({ seed, until, dataDir, only }) {
  const random = createRandom(seed);
  const names = Object.keys(faults).filter((name) => only.length === 0 || only.includes(name));
  const [replicaSet, nats] = await Promise.all([
    startReplicaSet({ dataDir, logDir: `${dataDir}/logs` }),
    startNats({ dataDir, logDir: `${dataDir}/logs`, maxFileStore }),
  ]);
  const mesh = await startMesh({
    mongodbUrl: replicaSet.url,
    natsUrl: nats.url,
    dataDir,
    gateways: 2,
    services: ["supply", "roulettes", "learning", "flows", "webhooks"],
    replicas: { supply: 2, roulettes: 2, webhooks: 2 },
    env: { gateway: withoutLimits, webhooks: settings },
  });
  const state = { endAt: until - checksMs };
  const isOver = () => Date.now() > state.endAt;
  const caller = createCaller({ gatewayUrls: mesh.gatewayUrls, isOver: () => Date.now() > state.endAt + patienceMs });
  const businesses = [];
  try {
    for (let count = 0; count < businessCount; count += 1) businesses.push(await createBusiness({ mesh, caller }));
    const agents = Promise.all(
      businesses.map((business) => {
        const { acknowledged, finished } = startAgents(business, isOver);
        business.acknowledged = acknowledged;
        return finished;
      }),
    );
    agents.catch(() => (state.endAt = 0));
    const counts = await causeFaults({ mesh, replicaSet, nats, random }, names, isOver);
    await agents;
    print(`${bold("faults")}: ${formatCounts(counts)}`);
    print(`${bold("answers")}: ${formatCounts(caller.answers)}`);
    return await checkAll(mesh, businesses);
  } finally {
    for (const { receiver } of businesses) receiver.close();
    await mesh.stop();
    await Promise.all([replicaSet.stop(), nats.stop()]);
  }
}

/** @returns how often each fault happened */
async function causeFaults(context, names, isOver) {
  const counts = new Map();
  while (!isOver()) {
    await sleep(500 + context.random() * 3000);
    const name = pick(context.random, names);
    print(`  ${await faults[name](context)}`);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

async function checkAll(mesh, businesses) {
  let broken = 0;
  const reportProblems = (what, problems) => {
    broken += problems.length;
    print(`${bold(what)}: ${problems.length === 0 ? "as promised" : `BROKEN\n  ${problems.join("\n  ")}`}`);
  };
  for (const business of businesses) {
    const { problems, records } = await checkRecords(business);
    const amounts = Object.entries(records).map(([kind, { length }]) => `${length} ${kind}`);
    reportProblems(`${business.businessId}, ${amounts.join(", ")}`, problems);
    reportProblems("  stock and prizes", await checkStock(business, records));
    reportProblems("  events", await checkEvents(business, records));
  }
  reportProblems("sums and counters", await checkSums(mesh));
  return broken;
}

const formatCounts = (counts) => [...counts].map(([name, count]) => `${count} × ${name}`).join(", ");
