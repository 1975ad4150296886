import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  withdrawalArguments,
  type Business,
  readCurrentStock,
  createCenterStock,
  listWithdrawals,
  type OwnTestMesh,
  startTestMesh,
} from "./support/mesh/test-mesh.js";
import { startBackgroundWithdrawals } from "./support/faults/background-withdrawals.js";

let testMesh: OwnTestMesh;
let business: Business;
let ids: object;
beforeAll(async () => {
  testMesh = await startTestMesh({ services: ["supply", "learning"], replicas: { supply: 2 } });
  business = await testMesh.createBusiness();
  ({ ids } = await createCenterStock(testMesh, business, 100_000));
});
afterAll(() => testMesh.stop());

const listCountPattern = /^tenantops_rpc_seconds_count\{.*ListStocks.*\} (\d+)$/m;

const getProcess = (name: string) => {
  const found = testMesh.mesh.processes[name];
  if (!found) throw new Error(`no process ${name}`);
  return found;
};

/** Waits until each agent of the load has got several more acknowledgements. */
function waitForMore({ created }: ReturnType<typeof startBackgroundWithdrawals>): Promise<void> {
  const before = created.size;
  return eventually(() => expect(created.size).toBeGreaterThan(before + 50), 90_000);
}

describe("a rolling restart of a service", () => {
  test("loses no call, and every acknowledged withdrawal exists once", async () => {
    const before = await listWithdrawals(testMesh, business);
    const load = startBackgroundWithdrawals(testMesh, business, ids, 8);
    for (const name of ["supply", "supply-2"]) {
      await waitForMore(load);
      expect(await getProcess(name).stop(60_000)).toBe(0);
      await getProcess(name).start();
    }
    await waitForMore(load);
    await load.stop();

    expect([...load.answers.keys()]).toEqual(["200"]);
    const held = await readCurrentStock(testMesh, business);
    expect(100_000 - held).toBe(before.length + load.created.size);
  });
});

describe("a replica that is killed", () => {
  test("loses no call of an agent: the other replica answers", async () => {
    const load = startBackgroundWithdrawals(testMesh, business, ids, 4);
    await waitForMore(load);
    getProcess("supply").kill("SIGKILL");
    await getProcess("supply").exited;
    await waitForMore(load);
    await getProcess("supply").start();
    await waitForMore(load);
    await load.stop();
    expect([...load.answers.keys()]).toEqual(["200"]);
  });
});

describe("a replica that is frozen", () => {
  test("gets no calls while it is frozen, and gets calls again afterwards", async () => {
    getProcess("supply-2").kill("SIGSTOP");
    try {
      // Calls without a key are not retried by the gateway, so the first ones may fail. Then all go to the other replica.
      await eventually(async () => {
        for (let calls = 0; calls < 40; calls += 1) {
          await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", withdrawalArguments(ids));
        }
      }, 90_000);
    } finally {
      getProcess("supply-2").kill("SIGCONT");
    }
    const served = async () =>
      (await (await fetch(`${testMesh.mesh.adminUrls["supply-2"]}/metrics`)).text()).match(listCountPattern)?.[1];
    const before = await served();
    await eventually(async () => {
      await testMesh.callToolOrThrow(business, "supply_list_stocks");
      expect(await served()).not.toBe(before);
    }, 90_000);
  }, 600_000);
});

describe("a service that is down", () => {
  test("is reported with Retry-After; other services answer, and it serves again after its restart", async () => {
    for (const name of ["supply", "supply-2"]) {
      getProcess(name).kill("SIGKILL");
      await getProcess(name).exited;
    }
    const refused = await testMesh.callTool(business, "supply_list_stocks");
    expect(refused).toMatchObject({ status: 503, body: { error: "service_unavailable" } });
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await testMesh.callToolOrThrow(business, "learning_list_courses")).toMatchObject({ count: 0 });

    await Promise.all(["supply", "supply-2"].map((name) => getProcess(name).start()));
    expect(await testMesh.callToolOrThrow(business, "supply_list_stocks")).toMatchObject({ count: 1 });
  });
});
