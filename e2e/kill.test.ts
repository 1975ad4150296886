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

test.each([
  // Before and after each of: three reads, the command that writes, the commit.
  { what: "a withdrawal", isRemembered: false, pointsMin: 10 },
  // Names may have been read again: they are remembered for a second.
  { what: "a withdrawal of remembered records", isRemembered: true, pointsMin: 4 },
])(
  "after kill -9 at every point of $what, all or nothing is stored, and the repeat answers one id",
  async ({ isRemembered, pointsMin }) => {
    const supply = requireProcess(testMesh, "supply");
    const killAt = (point: number) => {
      writeFileSync(planFile, String(point));
      supply.kill("SIGUSR2");
    };

    let killed = 0;
    for (let point = 1; point <= pointsMax; point += 1) {
      const business = await testMesh.createBusiness();
      const { ids } = await createCenterStock(testMesh, business, 100);
      const args = withdrawalArguments({ ...ids, worker_id: `worker-${point}` });
      if (isRemembered) await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", args);
      const before = isRemembered ? 1 : 0;
      const { proposal_token } = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
      const approval = { ...args, proposal_token };
      killAt(point);

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
      const repeated = await eventually(() =>
        testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval),
      );
      const again = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);
      expect(again["_id"]).toBe(repeated["_id"]);
      expect(await readCurrentStock(testMesh, business)).toBe(100 - before - 1);
      expect(await listWithdrawals(testMesh, business)).toHaveLength(before + 1);
    }
    killAt(Infinity);
    expect(killed).toBeGreaterThanOrEqual(pointsMin);
  },
  240_000,
);
