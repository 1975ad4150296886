import { afterAll, beforeAll, expect, test } from "vitest";
import {
  readCurrentStock,
  createCenterStock,
  type Business,
  type OwnTestMesh,
  startTestMesh,
} from "./support/test-mesh.js";
import { callThrough, startRoundRobin } from "./support/round-robin.js";
import { startBackgroundWithdrawals } from "./support/background-withdrawals.js";

const units = 100_000;
const services = ["supply", "roulettes", "learning", "flows", "webhooks"];
let testMesh: OwnTestMesh;
let balancer: Awaited<ReturnType<typeof startRoundRobin>>;
let business: Business;
let ids: object;
beforeAll(async () => {
  balancer = await startRoundRobin();
  const replicas = Object.fromEntries(["supply", "roulettes", "learning", "flows"].map((name) => [name, 2]));
  testMesh = await startTestMesh({ gateways: 2, replicas, env: { gateway: { PUBLIC_URL: balancer.url } } });
  balancer.targets.push(...testMesh.mesh.gatewayUrls);
  business = await testMesh.createBusiness();
  ({ ids } = await createCenterStock(testMesh, business, units));
});
afterAll(async () => {
  balancer.close();
  await testMesh.stop();
});

test("a restart of every service, replica by replica, under load through two gateways loses no call", async () => {
  const reads = ["roulettes_list_roulettes", "learning_list_courses", "flows_get_flow_stats"];
  const read = new Map<string, number>();
  let stopped = false;
  const reading = Promise.all(
    reads.map(async (name) => {
      while (!stopped) {
        const { status } = await testMesh.callTool(business, name, {}, { url: balancer.url });
        read.set(`${name} ${status}`, (read.get(`${name} ${status}`) ?? 0) + 1);
      }
    }),
  );
  const load = startBackgroundWithdrawals(callThrough(testMesh, balancer), business, ids, 3);

  const processes = Object.values(testMesh.mesh.processes).filter(({ name }) =>
    services.includes(name.replace(/-\d+$/, "")),
  );
  expect(processes).toHaveLength(9);
  for (const one of processes) {
    expect(await one.stop(60_000)).toBe(0);
    await one.start();
  }
  stopped = true;
  await reading;
  await load.stop();

  expect([...read.keys()].sort()).toEqual(reads.map((name) => `${name} 200`).sort());
  expect([...load.answers.keys()]).toEqual(["200"]);
  expect(units - (await readCurrentStock(testMesh, business))).toBe(load.created.size);
}, 600_000);
