import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "@tenant-ops/kit/call";
import { createSandboxEmptied, type Database, type LeaseRow, runWithLease } from "@tenant-ops/kit/data";
import { Refusal, toRefusal } from "@tenant-ops/kit/errors";
import { requireSandbox } from "./reset.js";
import { findSandboxById, type Sandbox, storeSeeded } from "./sandboxes.store.js";

/** Filling is many calls of services; together they may take longer than one call. */
const workMs = 20_000;
const retryMs = 100;

/** A sandbox that is being filled, by one request at a time. */
export interface SeededSandbox {
  /** As it was when this request began. */
  sandbox: Sandbox;
  /** Call it before each write. @throws Refusal sandbox_busy when another request may fill the sandbox */
  requireAlone: () => void;
  /** Stores the answer of a write. @throws Refusal sandbox_busy when the sandbox was emptied */
  store: (write: string, answer: Record<string, unknown>) => Promise<void>;
}

/**
 * Works once per idempotency key: a repetition gets the stored answer, also when the sandbox was filled since. Interrupted work stores no answer, and
 * a repetition continues it. The answer is looked up under the lease: a repetition that arrives while the first request is under way waits for it.
 * @throws Refusal sandbox_only, sandbox_busy, and the refusals of the work
 */
export async function seedOnce<Answer extends object>(
  db: Database,
  given: Call,
  work: (call: Call, seeded: SeededSandbox) => Promise<Answer>,
): Promise<Answer> {
  requireSandbox(given);
  const call: Call = { ...given, deadline: Date.now() + workMs, requestDigest: () => "" };
  return fillAlone(db, call, async (seeded) => {
    if (call.idempotencyKey === undefined) return work(call, seeded);
    const stored = await findStoredAnswer<Answer>(db, call);
    if (stored) {
      given.replayed = true;
      return stored;
    }
    const answer = await work(call, seeded);
    return db.transaction(call, async () => answer);
  });
}

/** Waits for another request that fills the sandbox, until the deadline of the call. */
async function fillAlone<Result>(
  db: Database,
  { businessId: sandboxId, deadline }: Call,
  work: (seeded: SeededSandbox) => Promise<Result>,
): Promise<Result> {
  const leases = db.infrastructure<LeaseRow>("leases");
  for (;;) {
    const ran = await runWithLease(leases, `seed of ${sandboxId}`, async (lost) => {
      const sandbox = await findSandboxById(db, sandboxId);
      if (!sandbox) throw createSandboxEmptied();
      return work({
        sandbox,
        // A process that was suspended may notice late. Its write has the idempotency key of the same write of the other request, so both are one.
        requireAlone() {
          if (lost.aborted) throw createBusyRefusal();
        },
        async store(write, answer) {
          if (!(await storeSeeded(db, sandboxId, write, answer))) throw createBusyRefusal();
        },
      });
    });
    if (ran) return ran.result;
    if (Date.now() >= deadline) throw createBusyRefusal();
    await sleep(retryMs);
  }
}

function createBusyRefusal(): Refusal {
  return new Refusal("sandbox_busy", "This sandbox is being filled by another request, or was emptied meanwhile.", 1);
}

async function findStoredAnswer<Answer extends object>(db: Database, call: Call): Promise<Answer | undefined> {
  const lookUp: Call = { ...call, storedReplyOnly: "proposal_invalid" };
  try {
    return await db.transaction<Answer>(lookUp, async () => {
      throw new Error("a look-up writes nothing");
    });
  } catch (error) {
    // The code of a look-up when nothing is stored.
    if (toRefusal(error).code === "proposal_invalid") return undefined;
    throw error;
  }
}
