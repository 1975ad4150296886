import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../scripts/lib/process/ports.mjs";
import { startBackgroundWithdrawals } from "./support/faults/background-withdrawals.js";
import { createPersonBehind, joinBusiness, type Person, setProof } from "./support/people/people.js";
import { balanceGateways, restartable, restartReplicas } from "./support/mesh/restart-replicas.js";
import { callThrough, startRoundRobin } from "./support/mesh/round-robin.js";
import {
  type Business,
  createCenterStock,
  type OwnTestMesh,
  readCurrentStock,
  startTestMesh,
} from "./support/mesh/test-mesh.js";

const units = 100_000;
const replicated = ["accounts", "approvals", "supply", "roulettes", "learning", "flows", "analytics", "console"];
let testMesh: OwnTestMesh;
let balancer: Awaited<ReturnType<typeof startRoundRobin>>;
/** Over HTTP the gateway knows one address of a service. */
const overHttp = ["console", "accounts"] as const;
let balancers: Record<(typeof overHttp)[number], Awaited<ReturnType<typeof startRoundRobin>>>;
let behind: ReturnType<typeof balanceGateways>;
let business: Business;
let ids: object;
beforeAll(async () => {
  balancer = await startRoundRobin();
  balancers = { console: await startRoundRobin(), accounts: await startRoundRobin() };
  const ports: [string, number][] = [];
  for (const name of overHttp.flatMap((one) => [one, `${one}-2`])) ports.push([name, await findFreePort()]);
  testMesh = await startTestMesh({
    gateways: 2,
    replicas: Object.fromEntries(replicated.map((name) => [name, 2])),
    ports: Object.fromEntries(ports.map(([name, http]) => [name, { http }])),
    env: {
      ...Object.fromEntries(replicated.map((name) => [name, restartable])),
      gateway: {
        ...restartable,
        PUBLIC_URL: balancer.url,
        CONSOLE_HTTP_URL: balancers.console.url,
        ACCOUNTS_HTTP_URL: balancers.accounts.url,
      },
    },
  });
  behind = balanceGateways(testMesh, balancer);
  for (const [name, http] of ports) {
    const own = balancers[name.startsWith("console") ? "console" : "accounts"];
    own.targets.push(`http://127.0.0.1:${http}`);
    behind[name] = { balancer: own, url: `http://127.0.0.1:${http}` };
  }
  business = await testMesh.createBusiness();
  ({ ids } = await createCenterStock(testMesh, business, units));
});
afterAll(async () => {
  balancer?.close();
  for (const one of Object.values(balancers ?? {})) one.close();
  await testMesh?.stop();
});

/** Calls one after the other, until `stop`. */
function repeat(call: () => Promise<string>) {
  const answers = new Map<string, number>();
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      const answer = await call();
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  })();
  return { answers, stop: async () => ((isStopped = true), await running) };
}

const startRead = (name: string) =>
  repeat(async () => `${name} ${(await testMesh.callTool(business, name, {}, { url: balancer.url })).status}`);

const question = (collection: string, metric: string) => ({ collection, metrics: [metric], interval: "none" });

/** Analytics asks the service that counts the collection; the gateway counts `agent_calls`. */
const startQuery = (collection: string, metric: string) =>
  repeat(async () => {
    const { status, body } = await testMesh.callTool(business, "analytics_query", question(collection, metric), {
      url: balancer.url,
    });
    return `${collection} ${status}${status === 200 ? "" : ` ${JSON.stringify(body)}`}`;
  });

/** A key needs a proof of the last five minutes. The test may take longer. */
async function signInPerson(): Promise<Person> {
  const person = await joinBusiness(testMesh, business.businessId);
  const mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  await setProof(testMesh, mongo, person, new Date(Date.now() + 24 * 60 * 60 * 1000));
  await mongo.close();
  return person;
}

/** A person who looks whether they are signed in, makes a key and invites another person. @returns also the names that were acknowledged */
function startPersonWork({ cookie }: Person) {
  const made = new Set<string>();
  const path = `/v1/console/businesses/${business.businessId}`;
  const call: Person["call"] = (...given) => createPersonBehind(testMesh, balancer, cookie).call(...given);
  const work = repeat(async () => {
    const name = `person-${made.size + 1}`;
    const create = (kind: string, body: object) =>
      call("POST", `${path}/${kind}`, body, { "idempotency-key": randomUUID() });
    const session = await call("GET", "/v1/console/session");
    const key = await create("keys", { name });
    const invited = await create("invitations", { name, email: `${name}@example.com`, role: "viewer" });
    // A business may have 200 open ones.
    const withdrawn = await call("DELETE", `${path}/invitations/${invited.body._id}`);
    made.add(name);
    return [session, key, invited, withdrawn].map(({ status }) => status).join();
  });
  return { ...work, made, countKeys: (name: string) => countKeys(call, path, name) };
}

async function countKeys(call: Person["call"], path: string, name: string): Promise<number> {
  return (await call("GET", `${path}/keys?name=${name}`)).body.items.length;
}

test("a restart of gateways, services and console, replica by replica, under load loses no call and ends no session", async () => {
  const reads = ["roulettes_list_roulettes", "learning_list_courses", "flows_get_flow_stats"].map(startRead);
  const queries = [startQuery("withdrawals", "units"), startQuery("agent_calls", "calls")];
  const load = startBackgroundWithdrawals(callThrough(testMesh, balancer), business, ids, 3);
  const person = startPersonWork(await signInPerson());

  const names = ["gateway", ...replicated].flatMap((name) => [name, `${name}-2`]);
  await restartReplicas(testMesh, behind, [...names, "webhooks"]);
  await Promise.all([...reads, ...queries, person].map(({ stop }) => stop()));
  await load.stop();

  expect(reads.flatMap(({ answers }) => [...answers.keys()])).toEqual([
    "roulettes_list_roulettes 200",
    "learning_list_courses 200",
    "flows_get_flow_stats 200",
  ]);
  expect(queries.flatMap(({ answers }) => [...answers.keys()])).toEqual(["withdrawals 200", "agent_calls 200"]);
  expect([...load.answers.keys()]).toEqual(["200"]);
  expect(units - (await readCurrentStock(testMesh, business))).toBe(load.created.size);
  const counted = await testMesh.callToolOrThrow(business, "analytics_query", question("withdrawals", "units"));
  expect(counted).toMatchObject({ totals: { units: load.created.size } });
  expect([...person.answers.keys()]).toEqual(["200,201,201,204"]);
  for (const name of person.made) expect([name, await person.countKeys(name)]).toEqual([name, 1]);
}, 600_000);
