// Workers, NATS and mongod are killed, frozen or stopped under load.
import { setTimeout as sleep } from "node:timers/promises";
import { check, eventsPerRound, eventsPerTenant, startRound } from "./round.mjs";
import { leaseMs } from "./settings.mjs";

const killRounds = 20;

export async function kill(context) {
  const { mesh, random, end } = context;
  let rounds = 0;
  let duplicates = 0;
  let slowestMs = 0;
  for (; rounds < killRounds && Date.now() < end; rounds += 1) {
    const round = await startRound(context);
    const chosen = mesh.workers[Math.floor(random() * mesh.workers.length)];
    await round.publishAll();
    await sleep(random() * 1500);
    const requests = round.receiver.countInFlight();
    chosen.kill("SIGKILL");
    const killedAt = Date.now();
    await chosen.exited;
    const inFlight = (await round.countStarted()) + requests;
    await chosen.start();
    await round.waitUntilFinal();
    slowestMs = Math.max(slowestMs, Date.now() - killedAt);
    const found = round.receiver.countDuplicates();
    check(found <= inFlight, `round ${rounds + 1}: ${found} duplicates, but only ${inFlight} were in flight`);
    duplicates += found;
    await round.close();
  }
  return (
    `${rounds} rounds of ${eventsPerRound} with kill -9 of one of two: 0 lost, ${duplicates} duplicates ` +
    `(never more than were in flight), all final at most ${slowestMs} ms after the kill`
  );
}

export async function killAll(context) {
  const { mesh, random } = context;
  const round = await startRound(context);
  await round.publishAll();
  await sleep(300 + random() * 700);
  for (const worker of mesh.workers) worker.kill("SIGKILL");
  await Promise.all(mesh.workers.map(({ exited }) => exited));
  await Promise.all(mesh.workers.map((worker) => worker.start()));
  await round.waitUntilFinal();
  const duplicates = round.receiver.countDuplicates();
  await round.close();
  return `kill -9 of all workers: 0 of ${eventsPerRound} lost, ${duplicates} duplicates`;
}

/** Freezes a worker for longer than its lease. */
export async function stop(context) {
  const { mesh, random } = context;
  const round = await startRound(context);
  await round.publishAll();
  await sleep(300 + random() * 300);
  const [frozen] = mesh.workers;
  frozen.kill("SIGSTOP");
  let finals = new Map();
  try {
    await sleep(2 * leaseMs);
    const found = (await round.findAll()).filter(({ status }) => status !== "pending");
    finals = new Map(found.map((delivery) => [delivery._id, delivery]));
  } finally {
    frozen.kill("SIGCONT");
  }
  const after = await round.waitUntilFinal();
  await sleep(leaseMs);
  const changed = after.filter(({ _id, status, attempt }) => {
    const before = finals.get(_id);
    return before && (before.status !== status || before.attempt !== attempt);
  });
  check(changed.length === 0, `${changed.length} final states changed`);
  const duplicates = round.receiver.countDuplicates();
  await round.close();
  return `SIGSTOP for twice the lease: none of ${finals.size} final states changed, 0 lost, ${duplicates} duplicates`;
}

export async function terminate(context) {
  const { mesh, random } = context;
  let total = 0;
  for (let turn = 0; turn < 10; turn += 1) {
    const round = await startRound(context, async () => (await sleep(random() * 30), 204));
    await round.publishAll();
    await sleep(200 + random() * 600);
    const worker = mesh.workers[turn % mesh.workers.length];
    const code = await worker.stop(30_000);
    check(code === 0, `a worker ended with ${code}`);
    await worker.start();
    await round.waitUntilFinal();
    const duplicates = round.receiver.countDuplicates();
    check(duplicates === 0, `${duplicates} duplicates after SIGTERM ${turn + 1}`);
    total += eventsPerRound;
    await round.close();
  }
  return `ten SIGTERMs under load: ${total} deliveries, no duplicate`;
}

export async function nats(context) {
  const { mesh, random } = context;
  const round = await startRound(context);
  const half = round.tenants.length / 2;
  await publishSpins(round.tenants.slice(0, half));
  await sleep(random() * 200);
  mesh.backend.nats.kill("SIGKILL");
  await mesh.backend.nats.exited;
  await publishSpins(round.tenants.slice(half));
  await sleep(1000);
  await mesh.backend.nats.start();
  await round.waitUntilFinal();
  const duplicates = round.receiver.countDuplicates();
  await round.close();
  return `kill -9 of NATS under load: 0 of ${eventsPerRound} lost, ${duplicates} duplicates`;
}

export async function mongod(context) {
  const { mesh, random } = context;
  const round = await startRound(context);
  await round.publishAll();
  await sleep(200 + random() * 500);
  mesh.backend.mongod.kill("SIGKILL");
  await mesh.backend.mongod.exited;
  await sleep(500);
  await mesh.backend.mongod.start();
  await round.waitUntilFinal();
  const duplicates = round.receiver.countDuplicates();
  await round.close();
  return `kill -9 of mongod under load: 0 of ${eventsPerRound} acknowledged events lost, ${duplicates} duplicates`;
}

const publishSpins = (tenants) => Promise.all(tenants.map((tenant) => tenant.publishSpins(eventsPerTenant)));
