import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aWithdrawal,
  type Business,
  currentStock,
  givenCenterStock,
  history,
  type House,
  startHouse,
} from "./support/house.js";
import { keepWithdrawing } from "./support/withdrawing.js";

let house: House;
let business: Business;
let ids: object;
beforeAll(async () => {
  house = await startHouse({ services: ["supply", "learning"], replicas: { supply: 2 } });
  business = await house.newBusiness();
  ({ ids } = await givenCenterStock(house, business, 100_000));
});
afterAll(() => house.stop());

const countOfLists = /^tenantops_rpc_seconds_count\{.*ListStocks.*\} (\d+)$/m;

const processNamed = (name: string) => {
  const found = house.mesh.processes[name];
  if (!found) throw new Error(`no process ${name}`);
  return found;
};

describe("a rolling restart of a service", () => {
  test("loses no call, and every acknowledged withdrawal is there once", async () => {
    const before = await history(house, business);
    const load = keepWithdrawing(house, business, ids, 8);
    for (const name of ["supply", "supply-2"]) {
      await sleep(300);
      expect(await processNamed(name).stop(30_000)).toBe(0);
      await processNamed(name).start();
    }
    await sleep(500);
    await load.stop();

    expect([...load.answers.keys()]).toEqual(["200"]);
    expect(load.created.size).toBeGreaterThan(20);
    const held = await currentStock(house, business);
    expect(100_000 - held).toBe(before.length + load.created.size);
  });
});

describe("a replica that is killed", () => {
  test("costs agents no call: they are carried to the other one", async () => {
    const load = keepWithdrawing(house, business, ids, 4);
    await sleep(300);
    processNamed("supply").kill("SIGKILL");
    await processNamed("supply").exited;
    await sleep(1500);
    await processNamed("supply").start();
    await load.stop();
    expect([...load.answers.keys()]).toEqual(["200"]);
  });
});

describe("a replica that is frozen", () => {
  test("is left out while it is frozen, and is used again when it has thawed", async () => {
    processNamed("supply-2").kill("SIGSTOP");
    try {
      // Without a key nothing may be repeated for the caller, so the first calls may fail; then all go to the other replica.
      await eventually(async () => {
        for (let calls = 0; calls < 40; calls += 1) {
          await house.done(business, "supply_approve_withdrawal", aWithdrawal(ids));
        }
      }, 40_000);
    } finally {
      processNamed("supply-2").kill("SIGCONT");
    }
    const served = async () =>
      (await (await fetch(`${house.mesh.adminUrls["supply-2"]}/metrics`)).text()).match(countOfLists)?.[1];
    const before = await served();
    await eventually(async () => {
      await house.done(business, "supply_list_stocks");
      expect(await served()).not.toBe(before);
    }, 40_000);
  }, 120_000);
});

describe("a service that is away", () => {
  test("says so with a time to come back; the others answer as ever, and it serves again when it is back", async () => {
    for (const name of ["supply", "supply-2"]) {
      processNamed(name).kill("SIGKILL");
      await processNamed(name).exited;
    }
    const refused = await house.tool(business, "supply_list_stocks");
    expect(refused).toMatchObject({ status: 503, body: { error: "service_unavailable" } });
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await house.done(business, "learning_list_courses")).toMatchObject({ count: 0 });

    await Promise.all(["supply", "supply-2"].map((name) => processNamed(name).start()));
    expect(await house.done(business, "supply_list_stocks")).toMatchObject({ count: 1 });
  });
});
