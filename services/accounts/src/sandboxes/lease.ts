import { setTimeout as sleep } from "node:timers/promises";
import { type Database, newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import {
  acquireSandbox,
  releaseSandbox,
  type Sandbox,
  type SandboxChange,
  updateHeldSandbox,
} from "../sandboxes/sandboxes.store.js";

/** Longer than a single write of a seed may take, so that no write runs after the lease. */
const leaseMs = 6000;
export const stepMs = 5000;
const retryMs = 100;

/** The right to empty or to fill a sandbox. One request at a time has it. */
export interface SandboxLease {
  /** As it was when the lease began. */
  sandbox: Sandbox;
  /**
   * Extends the lease, and stores a change of the sandbox with it.
   * @throws Refusal sandbox_busy when the lease has ended and another request has it
   */
  renew: (change?: SandboxChange) => Promise<void>;
}

/** Runs `work` alone: waits for another request that empties or fills the sandbox. @throws Refusal sandbox_busy */
export async function withSandboxLease<Result>(
  db: Database,
  sandboxId: string,
  deadline: number,
  work: (lease: SandboxLease) => Promise<Result>,
): Promise<Result> {
  const holder = newId("slh");
  const until = () => new Date(Date.now() + leaseMs);
  let sandbox = await acquireSandbox(db, sandboxId, holder, until());
  while (!sandbox) {
    if (Date.now() >= deadline) throw createBusyRefusal();
    await sleep(retryMs);
    sandbox = await acquireSandbox(db, sandboxId, holder, until());
  }
  try {
    return await work({
      sandbox,
      async renew(change = {}) {
        if (!(await updateHeldSandbox(db, sandboxId, holder, until(), change))) throw createBusyRefusal();
      },
    });
  } finally {
    await releaseSandbox(db, sandboxId, holder);
  }
}

function createBusyRefusal(): Refusal {
  return new Refusal("sandbox_busy", "This sandbox is being emptied or filled by another request.", 1);
}
