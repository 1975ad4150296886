import { type Call } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { toRefusal } from "@tenant-ops/kit/errors";
import { type SandboxLease, withSandboxLease } from "./lease.js";
import { requireSandbox } from "./reset.js";

/** Filling is many calls of services; together they may take longer than one call. */
const workMs = 20_000;

/**
 * Works once per idempotency key: a repetition gets the stored answer, also when the sandbox was filled since. Interrupted work stores no answer, and
 * a repetition continues it. The answer is looked up under the lease: a repetition that arrives while the first request is under way waits for it.
 * @throws Refusal sandbox_only, sandbox_busy, and the refusals of the work
 */
export function answerOnce<Answer extends object>(
  db: Database,
  given: Call,
  work: (call: Call, lease: SandboxLease) => Promise<Answer>,
): Promise<Answer> {
  requireSandbox(given);
  const call: Call = { ...given, deadline: Date.now() + workMs, requestDigest: () => "" };
  return withSandboxLease(db, call.businessId, call.deadline, async (lease) => {
    if (call.idempotencyKey === undefined) return work(call, lease);
    const stored = await findStoredAnswer<Answer>(db, call);
    if (stored) {
      given.replayed = true;
      return stored;
    }
    const answer = await work(call, lease);
    return db.transaction(call, async () => answer);
  });
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
