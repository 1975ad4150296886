import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  withdrawalArguments,
  readCurrentStock,
  createCenterStock,
  listWithdrawals,
  type OwnTestMesh,
  requireProcess,
  startTestMesh,
} from "./support/test-mesh.js";

const planFile = join(mkdtempSync(join(tmpdir(), "kill-")), "plan");
const preload = pathToFileURL(join(import.meta.dirname, "support/kill-at-command.mjs")).href;
// More than one withdrawal has. The loop ends when a withdrawal succeeds.
const pointsMax = 60;

let testMesh: OwnTestMesh;
beforeAll(async () => {
  // In all processes, because in one process supply has no settings of Node for itself; only supply gets the signal.
  const all = { NODE_OPTIONS: `--import ${preload}`, KILL_PLAN_FILE: planFile, TENANCY_GUARD: "commands" };
  testMesh = await startTestMesh({ services: ["supply"], env: { all } });
});
afterAll(() => testMesh.stop());

test("after kill -9 at every point of a withdrawal, all or nothing is stored, and the repeat answers one id", async () => {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 100);
  const supply = requireProcess(testMesh, "supply");

  let killed = 0;
  for (let point = 1; point <= pointsMax; point += 1) {
    const args = withdrawalArguments({ ...ids, worker_id: `worker-${point}` });
    const { proposal_token } = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
    const approval = { ...args, proposal_token };
    writeFileSync(planFile, String(point));
    supply.kill("SIGUSR2");

    // In one process the caller's own connection breaks.
    const first = testMesh.callTool(business, "supply_approve_withdrawal", approval).then(
      ({ status }) => status,
      () => "died",
    );
    const dies = supply.exited.then(() => "died");
    const outcome = await Promise.race([dies, first]);
    if (outcome === 200) break;
    expect(outcome).toBe("died");
    await dies;
    killed += 1;
    await supply.start();
    await first;

    // The error of the broken call asks for this: the same call again, until it succeeds.
    const repeated = await eventually(() => testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval));
    const again = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);
    expect(again["_id"]).toBe(repeated["_id"]);
    expect(await readCurrentStock(testMesh, business)).toBe(100 - killed);
    expect(await listWithdrawals(testMesh, business)).toHaveLength(killed);
  }
  // Before and after each of: the read of stored answers, the reads, the update, the inserts, the commit.
  expect(killed).toBeGreaterThanOrEqual(8);
}, 240_000);
