import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eventually } from "@tenant-ops/kit/testing";
import { expect } from "vitest";

const preload = pathToFileURL(join(import.meta.dirname, "kill-at-command.mjs")).href;

/**
 * Kills a process at a point of its next transactions, or when it has changed records of a collection so often; see kill-at-command.mjs.
 * @returns `env` for the processes that may be killed, and `killAt` and `killAtChange`, which return when the process counts
 */
export function createKillPlan() {
  const file = join(mkdtempSync(join(tmpdir(), "kill-")), "plan");
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, KILL_PLAN_FILE: file, TENANCY_GUARD: "commands" },
    killAt: (victim: Victim, point: number) => hand(victim, String(point)),
    killAtChange: (victim: Victim, collection: string, change: number) => hand(victim, `${collection} ${change}`),
  };

  async function hand(victim: Victim, plan: string): Promise<void> {
    writeFileSync(file, plan);
    victim.kill("SIGUSR2");
    // Node handles a signal after the requests that arrived with it. A test that does not wait may send its request too early.
    await eventually(() => expect(existsSync(file)).toBe(false), 60_000);
  }
}

interface Victim {
  kill: (signal: "SIGUSR2") => void;
}
