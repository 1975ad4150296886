import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aWithdrawal, currentStock, givenCenterStock, history, type House, startHouse } from "./support/house.js";

const planFile = join(mkdtempSync(join(tmpdir(), "kill-")), "plan");
const preload = pathToFileURL(join(import.meta.dirname, "support/kill-at-command.mjs")).href;
// Far more than one withdrawal has; the loop ends when one gets through.
const pointsMax = 60;

let house: House;
beforeAll(async () => {
  const supply = { NODE_OPTIONS: `--import ${preload}`, KILL_PLAN_FILE: planFile, TENANCY_GUARD: "true" };
  house = await startHouse({ services: ["supply"], env: { supply } });
});
afterAll(() => house.stop());

test("kill -9 in mid-withdrawal, at every point: all or nothing, and the repeat answers the one id", async () => {
  const business = await house.newBusiness();
  const { ids } = await givenCenterStock(house, business, 100);
  const supply = house.mesh.processes["supply"];
  if (!supply) throw new Error("no supply");

  let killed = 0;
  for (let point = 1; point <= pointsMax; point += 1) {
    const args = aWithdrawal({ ...ids, worker_id: `worker-${point}` });
    const { proposal_token } = await house.done(business, "supply_propose_withdrawal", args);
    const approval = { ...args, proposal_token };
    writeFileSync(planFile, String(point));
    supply.kill("SIGUSR2");

    const first = house.tool(business, "supply_approve_withdrawal", approval);
    const dies = supply.exited.then(() => "died" as const);
    const outcome = await Promise.race([dies, first.then(({ status }) => status)]);
    if (outcome === 200) break;
    expect(outcome).toBe("died");
    killed += 1;
    await supply.start();
    await first;

    // As the answer to the broken call asks: the same call again, until it gets through.
    const repeated = await eventually(() => house.done(business, "supply_approve_withdrawal", approval));
    const again = await house.done(business, "supply_approve_withdrawal", approval);
    expect(again["_id"]).toBe(repeated["_id"]);
    expect(await currentStock(house, business)).toBe(100 - killed);
    expect(await history(house, business)).toHaveLength(killed);
  }
  // Before and after each of: the look for an earlier answer, the reads, the change, the records, the commit.
  expect(killed).toBeGreaterThanOrEqual(8);
}, 120_000);
