import type { Call } from "../call/call.js";
import type { Database } from "../data/database.types.js";
import { changeAndCount } from "../privacy/index.js";

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

/** Counts records that were deleted outside of a transaction. After a crash between the two, the count is too low. */
export async function countDeleted(run: DeletionRun, collection: string, count: number): Promise<void> {
  if (count > 0) await changeAndCount(run, collection, () => Promise.resolve(count));
}
