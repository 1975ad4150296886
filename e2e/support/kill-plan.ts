import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eventually } from "@tenant-ops/kit/testing";
import { expect } from "vitest";

const preload = pathToFileURL(join(import.meta.dirname, "kill-at-command.mjs")).href;

/**
 * Kills a process at a point of its next transaction; see kill-at-command.mjs.
 * @returns `env` for the processes that may be killed, and `killAt(process, point)`, which returns when the process counts
 */
export function createKillPlan() {
  const file = join(mkdtempSync(join(tmpdir(), "kill-")), "plan");
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, KILL_PLAN_FILE: file, TENANCY_GUARD: "commands" },
    async killAt(victim: { kill: (signal: "SIGUSR2") => void }, point: number): Promise<void> {
      writeFileSync(file, String(point));
      victim.kill("SIGUSR2");
      // Node handles a signal after the requests that arrived with it. A test that does not wait may send its request too early.
      await eventually(() => expect(existsSync(file)).toBe(false));
    },
  };
}
