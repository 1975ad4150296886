import type { Call } from "../call/call.js";
import type { Database } from "../data/database.types.js";
import type { WriteScope } from "../data/tenancy/scope.types.js";
import { countChanged, createErasureCall } from "../privacy/index.js";

/** Pause between two transactions, so that calls of other businesses run. */
export const pauseMs = 20;

/** One call of the deletion of a business. */
export interface DeletionRun {
  db: Database;
  /** Of the business, with `allowsClosed: "deleting"`. */
  call: Call;
  requestId: string;
  isOver: () => boolean;
}

/** Deletes a batch and counts it, in one transaction: a crash loses no count and counts nothing twice. */
export async function deleteAndCount(
  { db, call, requestId }: DeletionRun,
  collection: string,
  remove: (scope: WriteScope) => Promise<number>,
): Promise<void> {
  await db.transaction(createErasureCall(call), async (scope) => {
    const deleted = await remove(scope);
    if (deleted > 0) await countChanged(scope, requestId, collection, deleted);
  });
}

/** Counts records that were deleted outside of a transaction. After a crash between the two, the count is too low. */
export async function countDeleted(run: DeletionRun, collection: string, count: number): Promise<void> {
  if (count > 0) await deleteAndCount(run, collection, () => Promise.resolve(count));
}
