import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eventually } from "@tenant-ops/kit/testing";
import { expect } from "vitest";

const preload = pathToFileURL(join(import.meta.dirname, "kill-at-command.mjs")).href;

/**
 * Kills a process at a point of its next transactions, at a number of changes of a collection, or at a point of everything that it waits for; see
 * kill-at-command.mjs.
 * @returns `env` for the processes that may be killed, and `killAt…`, which resolve when the process has begun to count
 */
export function createKillPlan() {
  const file = join(mkdtempSync(join(tmpdir(), "kill-")), "plan");
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, KILL_PLAN_FILE: file, TENANCY_GUARD: "commands" },
    killAt: (target: TargetProcess, point: number) => writePlan(target, String(point)),
    killAtChange: (target: TargetProcess, collection: string, change: number) =>
      writePlan(target, `${collection} ${change}`),
    killAtEvery: (target: TargetProcess, collection: string, point: number) =>
      writePlan(target, `every ${collection} ${point}`),
  };

  async function writePlan(target: TargetProcess, plan: string): Promise<void> {
    writeFileSync(file, plan);
    target.kill("SIGUSR2");
    // Node handles a signal after requests that arrived at the same time, so a request that is sent without waiting could be handled before it.
    await eventually(() => expect(existsSync(file)).toBe(false), 60_000);
  }
}

interface TargetProcess {
  kill: (signal: "SIGUSR2") => void;
}
