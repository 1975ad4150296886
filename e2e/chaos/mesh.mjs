// Businesses use every area through two gateways, and people use the console, while processes, NATS and MongoDB fail. Then every acknowledged
// operation is compared with the records: none may be lost, doubled, in another business, over-issued or undelivered.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createBusiness } from "../../scripts/lib/agents/business.mjs";
import { createCaller } from "../../scripts/lib/agents/calls.mjs";
import { startReplicaSet } from "../../scripts/lib/backend/mongod.mjs";
import { startNats } from "../../scripts/lib/backend/nats.mjs";
import { bold, Failure, print, printFailure } from "../../scripts/lib/console.mjs";
import { startAgents } from "./mesh/agents.mjs";
import { checkEvents, checkRecords, checkStock, checkSums } from "./mesh/checks.mjs";
import { faults } from "./mesh/faults.mjs";
import { signInPerson } from "./mesh/person.mjs";
import { mountSmallDisk } from "./mesh/small-disk.mjs";
import { startChaosMesh } from "./mesh/start-mesh.mjs";
import { createRandom, pick } from "./random.mjs";

const businessCount = 3;
/** Larger than the events of a run, because all of them must fit after the store was full. */
const maxFileStore = "256MB";
/** Larger than what a member stores in a run. */
const diskMegabytes = 700;
/** The part of the given time that is reserved for the checks. */
const checksMs = 60_000;
/** An agent may repeat a call this long after the last fault. */
const patienceMs = 60_000;

/**
 * @param only names of faults; all when it is empty
 * @returns how many promises were broken
 */
export async function run({ seed, until, dataDir, only }) {
  const cleanUp = [];
  try {
    const { disk, names } = await chooseFaults(only, dataDir);
    if (disk) cleanUp.push(() => disk.unmount());
    const replicaSet = await startReplicaSet({ dataDir, logDir: `${dataDir}/logs` });
    cleanUp.push(() => replicaSet.stop());
    const nats = await startNats({ dataDir, logDir: `${dataDir}/logs`, maxFileStore });
    cleanUp.push(() => nats.stop());
    const mesh = await startChaosMesh({ dataDir, mongodbUrl: replicaSet.url, natsUrl: nats.url });
    cleanUp.push(() => mesh.stop());

    const state = { endAt: until - checksMs };
    const { businesses, answers } = await createBusinesses(mesh, state, cleanUp);
    const context = { mesh, replicaSet, nats, disk, random: createRandom(seed) };
    await workUnderFaults(businesses, state, (isOver) => causeFaults(context, names, isOver));
    print(`${bold("answers")}: ${formatCounts(answers)}`);
    return await checkAll(mesh, businesses);
  } finally {
    for (const step of cleanUp.reverse()) await step().catch((error) => printFailure("Stopping", error));
  }
}

/** A full disk is possible only where one can be mounted: it is that of the last member. */
async function chooseFaults(only, dataDir) {
  const chosen = Object.keys(faults).filter((name) => only.length === 0 || only.includes(name));
  const disk = chosen.includes("fillDisk") ? await mountSmallDisk(join(dataDir, "mongod-3"), diskMegabytes) : undefined;
  const names = chosen.filter((name) => name !== "fillDisk" || disk);
  if (names.length < chosen.length) print("without fillDisk: a small file system can be mounted by root on Linux only");
  if (names.length === 0)
    throw new Failure("faults", `none of these can be caused; there are ${Object.keys(faults).join(", ")}`);
  return { disk, names };
}

/** Each with a person who is signed in to the console. */
async function createBusinesses(mesh, state, cleanUp) {
  const isOver = () => Date.now() > state.endAt + patienceMs;
  const caller = createCaller({ gatewayUrls: mesh.gatewayUrls, isOver });
  const businesses = [];
  for (let count = 0; count < businessCount; count += 1) {
    const business = await createBusiness({ mesh, caller });
    cleanUp.push(async () => business.receiver.close());
    const { businessId } = business;
    businesses.push({ ...business, person: await signInPerson({ mesh, caller, businessId }), withdrawn: new Set() });
  }
  return { businesses, answers: caller.answers };
}

/** Agents and people work until the time is over and their last rounds are acknowledged. */
async function workUnderFaults(businesses, state, causeFaults) {
  const isOver = () => Date.now() > state.endAt;
  const agents = Promise.all(
    businesses.map((business) => {
      const { acknowledged, finished } = startAgents(business, isOver);
      business.acknowledged = acknowledged;
      return finished;
    }),
  );
  agents.catch(() => (state.endAt = 0));
  const counts = await causeFaults(isOver);
  await agents;
  print(`${bold("faults")}: ${formatCounts(counts)}`);
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
