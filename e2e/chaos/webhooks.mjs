// What webhook delivery promises when processes, the broker and the database are killed under it.
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@tenant-ops/kit";
import { MongoClient } from "mongodb";
import { bold, print } from "../../scripts/lib/console.mjs";
import { openHouse, openReceiver, randomOf, until } from "./webhooks-house.mjs";

const eventsPerRound = 500;
const tenantsPerRound = 10;
const leaseMs = 3000;
const settings = {
  WEBHOOK_LEASE_MS: String(leaseMs),
  WEBHOOK_RETRY_SCHEDULE: "200ms,500ms,1s,1s,1s,1s,1s,1s,1s",
};

/** @returns how many promises were broken */
export async function run({ seed, until: end, dataDir, only }) {
  const random = randomOf(seed);
  const house = await openHouse({ dataDir, settings });
  const promises = { kill, killAll, stop, terminate, nats, mongod, hostile, fairness, idle };
  let broken = 0;
  try {
    for (const [name, promise] of Object.entries(promises)) {
      if (only.length > 0 && !only.includes(name)) continue;
      if (Date.now() > end) {
        print(`${bold(name)}: no time left`);
        continue;
      }
      try {
        print(`${bold(name)}: ${await promise({ house, random, end, check })}`);
      } catch (error) {
        broken += 1;
        print(`${bold(name)} BROKEN: ${error.message}`);
      }
    }
  } finally {
    await house.close();
  }
  return broken;
}

function check(holds, sentence) {
  if (!holds) throw new Error(sentence);
}

/** Ten tenants with one endpoint each, their events under way, and a way to wait until all of them are final. */
async function openRound(house, random, answer) {
  const receiver = await openReceiver(
    answer ?? (async () => (await sleep(random() * 30), random() < 0.03 ? 500 : 204)),
  );
  const tenants = [];
  for (let index = 0; index < tenantsPerRound; index += 1) {
    const tenant = house.newTenant();
    await until("registration", () => tenant.rest("POST", "/endpoints", { url: receiver.url }));
    tenants.push(tenant);
  }
  const all = async () => (await Promise.all(tenants.map((tenant) => tenant.deliveries().find({})))).flat();
  return {
    receiver,
    tenants,
    all,
    announce: () => Promise.all(tenants.map((tenant) => tenant.announce(eventsPerRound / tenantsPerRound))),
    /** Started and not known to have ended: what a death right now may send twice. */
    underWay: async () => (await all()).filter(({ status, starts }) => status === "pending" && starts > 0).length,
    async settled(withinMs = 90_000) {
      const isFinal = async () => {
        const found = await all();
        return found.length === eventsPerRound && found.every(({ status }) => status !== "pending") && found;
      };
      const found = await until("all deliveries final", isFinal, withinMs);
      const lost = found.filter(({ status, eventId }) => status !== "delivered" || !receiver.arrivals.has(eventId));
      check(
        lost.length === 0,
        `${lost.length} of ${eventsPerRound} were not delivered: ${lost[0]?.status} ${lost[0]?.reason ?? ""}`,
      );
      return found;
    },
    async close() {
      await receiver.close();
      for (const tenant of tenants) {
        const { items } = await tenant.rest("GET", "/endpoints");
        for (const { endpointId } of items) await tenant.rest("DELETE", `/endpoints/${endpointId}`);
      }
    },
  };
}

async function kill({ house, random, end }) {
  const rounds = 20;
  let done = 0;
  let duplicates = 0;
  let slowest = 0;
  for (; done < rounds && Date.now() < end; done += 1) {
    const round = await openRound(house, random);
    const victim = house.workers[Math.floor(random() * house.workers.length)];
    await round.announce();
    await sleep(random() * 1500);
    const open = round.receiver.open;
    victim.kill("SIGKILL");
    const killedAt = Date.now();
    await victim.exited;
    const underWay = (await round.underWay()) + open;
    await victim.start();
    await round.settled();
    slowest = Math.max(slowest, Date.now() - killedAt);
    const twice = round.receiver.duplicates();
    check(twice <= underWay, `round ${done + 1}: ${twice} duplicates, but only ${underWay} were under way`);
    duplicates += twice;
    await round.close();
  }
  return `${done} rounds of ${eventsPerRound} with kill -9 of one of two: 0 lost, ${duplicates} duplicates (never more than were under way), all final ${slowest} ms after the kill at the latest`;
}

async function killAll({ house, random }) {
  const round = await openRound(house, random);
  await round.announce();
  await sleep(300 + random() * 700);
  for (const worker of house.workers) worker.kill("SIGKILL");
  await Promise.all(house.workers.map(({ exited }) => exited));
  await Promise.all(house.workers.map((worker) => worker.start()));
  await round.settled();
  const duplicates = round.receiver.duplicates();
  await round.close();
  return `kill -9 of all workers: 0 of ${eventsPerRound} lost, ${duplicates} duplicates`;
}

async function stop({ house, random }) {
  const round = await openRound(house, random);
  await round.announce();
  await sleep(300 + random() * 300);
  const [frozen] = house.workers;
  frozen.kill("SIGSTOP");
  let finals = new Map();
  try {
    await sleep(2 * leaseMs);
    finals = new Map((await round.all()).filter(({ status }) => status !== "pending").map((one) => [one._id, one]));
  } finally {
    frozen.kill("SIGCONT");
  }
  const after = await round.settled();
  await sleep(leaseMs);
  const changed = after.filter(({ _id, status, attempt }) => {
    const before = finals.get(_id);
    return before && (before.status !== status || before.attempt !== attempt);
  });
  check(changed.length === 0, `${changed.length} final states changed`);
  const duplicates = round.receiver.duplicates();
  await round.close();
  return `SIGSTOP for twice the lease: none of ${finals.size} final states changed, 0 lost, ${duplicates} duplicates`;
}

async function terminate({ house, random }) {
  let total = 0;
  for (let turn = 0; turn < 10; turn += 1) {
    const round = await openRound(house, random, async () => (await sleep(random() * 30), 204));
    await round.announce();
    await sleep(200 + random() * 600);
    const worker = house.workers[turn % house.workers.length];
    const code = await worker.stop(30_000);
    check(code === 0, `a worker ended with ${code}`);
    await worker.start();
    await round.settled();
    check(round.receiver.duplicates() === 0, `${round.receiver.duplicates()} duplicates after SIGTERM ${turn + 1}`);
    total += eventsPerRound;
    await round.close();
  }
  return `ten SIGTERMs under load: ${total} deliveries, no duplicate`;
}

async function nats({ house, random }) {
  const round = await openRound(house, random);
  const half = round.tenants.slice(0, tenantsPerRound / 2);
  const rest = round.tenants.slice(tenantsPerRound / 2);
  const each = eventsPerRound / tenantsPerRound;
  await Promise.all(half.map((tenant) => tenant.announce(each)));
  await sleep(random() * 200);
  house.backend.nats.kill("SIGKILL");
  await house.backend.nats.exited;
  await Promise.all(rest.map((tenant) => tenant.announce(each)));
  await sleep(1000);
  await house.backend.nats.start();
  await round.settled();
  const duplicates = round.receiver.duplicates();
  await round.close();
  return `kill -9 of NATS under load: 0 of ${eventsPerRound} lost, ${duplicates} duplicates`;
}

async function mongod({ house, random }) {
  const round = await openRound(house, random);
  await round.announce();
  await sleep(200 + random() * 500);
  house.backend.mongod.kill("SIGKILL");
  await house.backend.mongod.exited;
  await sleep(500);
  await house.backend.mongod.start();
  await round.settled();
  const duplicates = round.receiver.duplicates();
  await round.close();
  return `kill -9 of mongod under load: 0 of ${eventsPerRound} acknowledged events lost, ${duplicates} duplicates`;
}

// With the real limit of 15 s; the quick version of the same is in services/webhooks/src/egress/hostile.test.ts.
async function hostile({ house }) {
  const behaviours = {
    silent: () => undefined,
    drips: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X-A: b\r\n"), 200);
      socket.on("close", () => clearInterval(timer));
    },
  };
  const seen = [];
  const tenant = house.newTenant();
  for (const [name, behave] of Object.entries(behaviours)) {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => behave(socket));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { endpointId } = await tenant.rest("POST", "/endpoints", {
      url: `http://127.0.0.1:${server.address().port}/`,
    });
    const { traceId } = await tenant.rest("POST", `/endpoints/${endpointId}/ping`);
    const tried = async () => (await tenant.rest("GET", `/${traceId}`)).attempts[0];
    const { ms, error } = await until(`${name}: an attempt that ended`, tried, 20_000);
    check(ms <= 16_000 && error === "timeout", `${name} took ${ms} ms and ended as ${error}`);
    seen.push(`${name} ${ms} ms`);
    await tenant.rest("DELETE", `/endpoints/${endpointId}`);
    server.close();
  }
  return `attempts end within 16 s: ${seen.join(", ")}`;
}

async function fairness({ house }) {
  const waiting = 10_000;
  const hanging = createServer((socket) => socket.on("error", () => undefined));
  await new Promise((resolve) => hanging.listen(0, "127.0.0.1", resolve));
  const slow = house.newTenant();
  const { endpointId } = await slow.rest("POST", "/endpoints", { url: `http://127.0.0.1:${hanging.address().port}/` });
  const { webhookId } = await slow.rest("POST", `/endpoints/${endpointId}/ping`);
  const now = new Date();
  const pile = Array.from({ length: waiting }, (_, index) => ({
    _id: newId("trc"),
    endpointId,
    eventId: webhookId,
    event: "webhook.ping",
    trigger: "event",
    nonce: String(index),
    status: "pending",
    attempt: 0,
    starts: 0,
    dueAt: now,
    attempts: [],
    createdAt: now,
  }));
  for (let index = 0; index < waiting; index += 1000)
    await slow.deliveries().insertMany(pile.slice(index, index + 1000));
  await slow.rest("POST", `/endpoints/${endpointId}/ping`);
  await sleep(500);
  const receiver = await openReceiver();
  const tenants = Array.from({ length: 10 }, () => house.newTenant());
  for (const tenant of tenants) await tenant.rest("POST", "/endpoints", { url: receiver.url });
  const begun = Date.now();
  await Promise.all(tenants.map((tenant) => tenant.announce(20)));
  await until("the 200 arrive", () => receiver.arrivals.size === 200, 30_000);
  const tookMs = Date.now() - begun;
  await slow.rest("DELETE", `/endpoints/${endpointId}`);
  hanging.close();
  await receiver.close();
  check(tookMs <= 2000, `the 200 took ${tookMs} ms`);
  return `200 events of ten businesses beside ${waiting} that hang: all there after ${tookMs} ms`;
}

async function idle({ house }) {
  const seconds = 60;
  const [only, ...others] = house.workers;
  for (const worker of others) await worker.stop();
  await sleep(5000);
  const client = await MongoClient.connect(house.backend.mongodbUrl);
  try {
    const database = client.db(house.database);
    await database.setProfilingLevel("all");
    await sleep(seconds * 1000);
    await database.setProfilingLevel("off");
    const own = { ns: { $not: /system\.profile$/ }, appName: { $ne: "chaos" } };
    const kinds = await database
      .collection("system.profile")
      .aggregate([
        { $match: own },
        { $group: { _id: { op: "$op", ns: "$ns" }, count: { $sum: 1 } } },
        { $sort: { count: -1 } },
      ])
      .toArray();
    const commands = kinds.reduce((sum, { count }) => sum + count, 0);
    const most = kinds
      .slice(0, 5)
      .map(({ _id, count }) => `${count} × ${_id.op} ${_id.ns.split(".").slice(1).join(".")}`);
    check(commands <= 2 * seconds, `${commands} database commands in ${seconds} s: ${most.join(", ")}`);
    return `${commands} database commands in ${seconds} s (${only.name} alone)`;
  } finally {
    await client.close();
    for (const worker of others) await worker.start();
  }
}
