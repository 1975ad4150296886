import { setTimeout as sleep } from "node:timers/promises";
import { createSandboxEmptied, type Database, newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { acquireSandbox, findSandboxById, releaseSandbox, type Sandbox, updateHeldSandbox } from "./sandboxes.store.js";

/** Longer than a single write of a seed may take, so that no write runs after the lease. */
const leaseMs = 6000;
export const stepMs = 5000;
const retryMs = 100;

/** The right to fill a sandbox. One request at a time has it. */
export interface SandboxLease {
  /** As it was when the lease began. */
  sandbox: Sandbox;
  /**
   * Extends the lease, and stores fields of the sandbox with it.
   * @throws Refusal sandbox_busy when another request has the lease, or the sandbox was emptied
   */
  renew: (set?: Record<string, unknown>) => Promise<void>;
}

/** Runs `work` alone: waits for another request that fills the sandbox. @throws Refusal sandbox_busy */
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
    if (!(await findSandboxById(db, sandboxId))) throw createSandboxEmptied();
    if (Date.now() >= deadline) throw createBusyRefusal();
    await sleep(retryMs);
    sandbox = await acquireSandbox(db, sandboxId, holder, until());
  }
  try {
    return await work({
      sandbox,
      async renew(set = {}) {
        if (!(await updateHeldSandbox(db, sandboxId, holder, until(), set))) throw createBusyRefusal();
      },
    });
  } finally {
    await releaseSandbox(db, sandboxId, holder);
  }
}

function createBusyRefusal(): Refusal {
  return new Refusal("sandbox_busy", "This sandbox is being filled by another request, or was emptied meanwhile.", 1);
}
