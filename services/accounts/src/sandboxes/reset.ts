import { type Call, isSandboxId } from "@tenant-ops/kit/call";
import {
  createBusinessClosed,
  createSandboxEmptied,
  type Database,
  newId,
  type WriteScope,
} from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { storeChange } from "../changes/changes.store.js";
import type { AccountsContext } from "../dependencies.js";
import { closeSandbox } from "../offboarding/advance-offboarding.js";
import { tryNow } from "../offboarding/create-offboarding.js";
import { chooseVersion } from "../offboarding/offboardings.rules.js";
import { countEmptied, findEmptied, hasActiveOffboarding, insertEmptied } from "../offboarding/offboardings.store.js";
import type { EmptiedSandbox } from "../offboarding/offboardings.types.js";
import { findSandboxById, replaceSandbox } from "./sandboxes.store.js";

/** How many earlier ids of a sandbox may wait for their deletion, which takes some minutes: each one is work for every database. */
const emptiedMax = 20;
const retryAfterSeconds = 10;

/** @throws Refusal sandbox_only for a live key */
export function requireSandbox({ businessId }: Call): void {
  if (isSandboxId(businessId)) return;
  throw new Refusal(
    "sandbox_only",
    "This is a live key, and live data is never emptied or filled. Nothing was done. Use a test key (svc_test_…) of the business.",
  );
}

export type ResetContext = Pick<AccountsContext, "db" | "changes" | "offboarding">;

/**
 * Empties a sandbox: it gets a new id, and the earlier one, with all that is stored under it, is deleted like a business (docs/decisions/0029). Both are
 * one transaction, so whatever happens afterwards the deletion takes place.
 * @throws Refusal sandbox_only, sandbox_busy, business_closed
 */
export async function resetSandbox(context: ResetContext, given: Call): Promise<void> {
  requireSandbox(given);
  const { db, changes, offboarding } = context;
  const businessId = await findLiveBusiness(db, given.businessId);
  // The answer is stored under the id that stays: a repetition comes with another id of the sandbox.
  const call: Call = { ...given, businessId, requestDigest: () => "" };
  let emptied: EmptiedSandbox | undefined;
  await db.transaction(call, async (scope) => {
    emptied = await replace(db, scope);
    return { status: "emptied" };
  });
  if (call.replayed) given.replayed = true;
  if (call.replayed || !emptied) return;
  await changes.announce({ businessId });
  // All services refuse the earlier id before the answer is sent. When one is down, the worker goes on.
  await tryNow(offboarding, emptied, closeSandbox);
}

/** Another gateway may still send the earlier id of the sandbox. @throws Refusal sandbox_busy for an id that was deleted meanwhile */
async function findLiveBusiness(db: Database, sandboxId: string): Promise<string> {
  const found = (await findSandboxById(db, sandboxId)) ?? (await findEmptied(db, sandboxId));
  if (!found) throw createSandboxEmptied();
  return found.sandboxOf;
}

async function replace(db: Database, scope: WriteScope): Promise<EmptiedSandbox> {
  const { businessId, now } = scope;
  if (await hasActiveOffboarding(scope, businessId)) throw createBusinessClosed();
  // Counted outside of the transaction, whose snapshot may be older. Of two resets at once one runs again, and counts the other.
  if ((await countEmptied(db, businessId)) >= emptiedMax) {
    const detail = `What this sandbox had before its last ${emptiedMax} resets is still being deleted. Nothing was done.`;
    throw new Refusal("sandbox_busy", detail, retryAfterSeconds);
  }
  const earlier = await replaceSandbox(scope, businessId);
  if (!earlier) throw createBusinessClosed();
  const emptied: EmptiedSandbox = {
    ...{
      _id: newId("ems"),
      businessId: earlier._id,
      sandboxOf: businessId,
      status: "closing",
      version: chooseVersion(now),
    },
    ...{ requestedAt: now, deleteAt: now, deleted: [], isActive: true, dueAt: now },
  };
  await insertEmptied(scope, emptied);
  await storeChange(scope);
  return emptied;
}
