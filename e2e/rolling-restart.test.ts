import { afterAll, beforeAll, expect, test } from "vitest";
import { currentStock, givenCenterStock, type Business, type House, startHouse } from "./support/house.js";
import { startRoundRobin } from "./support/round-robin.js";
import { keepWithdrawing } from "./support/withdrawing.js";

const units = 100_000;
const services = ["supply", "roulettes", "learning", "flows", "webhooks"];
let house: House;
let balancer: Awaited<ReturnType<typeof startRoundRobin>>;
let business: Business;
let ids: object;
beforeAll(async () => {
  balancer = await startRoundRobin();
  const replicas = Object.fromEntries(["supply", "roulettes", "learning", "flows"].map((name) => [name, 2]));
  house = await startHouse({ gateways: 2, replicas, env: { gateway: { PUBLIC_URL: balancer.url } } });
  balancer.targets.push(...house.mesh.gatewayUrls);
  business = await house.newBusiness();
  ({ ids } = await givenCenterStock(house, business, units));
});
afterAll(async () => {
  balancer.close();
  await house.stop();
});

test("restarting every service, replica by replica, under load through two gateways loses no call", async () => {
  const reads = ["roulettes_list_roulettes", "learning_list_courses", "flows_get_flow_stats"];
  const read = new Map<string, number>();
  let stopped = false;
  const reading = Promise.all(
    reads.map(async (name) => {
      while (!stopped) {
        const { status } = await house.tool(business, name, {}, { url: balancer.url });
        read.set(`${name} ${status}`, (read.get(`${name} ${status}`) ?? 0) + 1);
      }
    }),
  );
  const load = keepWithdrawing(
    { ...house, tool: (of, name, args, options) => house.tool(of, name, args, { ...options, url: balancer.url }) },
    business,
    ids,
    3,
  );

  const processes = Object.values(house.mesh.processes).filter(({ name }) =>
    services.includes(name.replace(/-\d+$/, "")),
  );
  expect(processes).toHaveLength(9);
  for (const one of processes) {
    expect(await one.stop(30_000)).toBe(0);
    await one.start();
  }
  stopped = true;
  await reading;
  await load.stop();

  expect([...read.keys()].sort()).toEqual(reads.map((name) => `${name} 200`).sort());
  expect([...load.answers.keys()]).toEqual(["200"]);
  expect(units - (await currentStock(house, business))).toBe(load.created.size);
}, 180_000);
