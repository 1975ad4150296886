import { createSystemCall } from "../../call/call.js";
import type { Logger } from "../../telemetry/logger.js";
import { toCombinationUpdates } from "../counts/count-changes.rules.js";
import type { Database } from "../database.types.js";
import { isBusinessClosed } from "../tenancy/closed-businesses.js";
import { matchOpenBusinesses } from "../tenancy/cross-business-reads.js";
import { startLeasedPeriodicTask } from "../leases/leased-periodic-task.js";
import {
  countChangeCollection,
  type CountChangeRow,
  openCountCollection,
  type OpenCountRow,
} from "./analytics-records.js";

const foldEveryMs = 5000;
/** Businesses of one round; the next round follows at once when there are more. */
const businessesPerRound = 200;
/** Changes of one business that one transaction adds: each has up to 128 combinations. */
const changesPerTransaction = 200;

/** Adds what transactions have counted to the open counters, in one process at a time. @returns how to stop */
export const startFolding = (context: { database: Database; logger: Logger }): (() => Promise<void>) =>
  startLeasedPeriodicTask(context, {
    name: "fold counts",
    everyMs: foldEveryMs,
    runAtStart: true,
    run: () => foldChanges(context.database),
  });

/**
 * One round, for each business a part of its changes: a busy one does not hold up the others, nor does one that fails.
 * @returns whether there are more
 * @throws AggregateError
 */
export async function foldChanges(db: Database): Promise<boolean> {
  const stages = [
    ...matchOpenBusinesses(db.closedBusinesses),
    { $group: { _id: "$businessId" } },
    { $limit: businessesPerRound },
  ];
  const options = { isSnapshot: false, withSandboxes: true };
  const failures: unknown[] = [];
  const added: number[] = [];
  for await (const { _id } of db.acrossBusinesses<{ _id: string }>(countChangeCollection, stages, options))
    await foldBusiness(db, _id).then(
      (count) => added.push(count),
      (error: unknown) => failures.push(error),
    );
  if (failures.length > 0)
    throw new AggregateError(failures, `the counts of ${failures.length} businesses could not be added up`);
  const some = added.filter((count) => count > 0);
  return some.length === businessesPerRound || some.some((count) => count === changesPerTransaction);
}

/**
 * Adds changes to the open counters and deletes them, in one transaction: a query finds each of them once, and after a crash they are added again. A
 * business that was closed stays as it is, so that what was counted for its deletion is what is deleted.
 * @returns how many transactions' changes were added
 */
async function foldBusiness(db: Database, businessId: string): Promise<number> {
  const call = createSystemCall(businessId, "fold counts");
  try {
    return await db.transaction(call, async (scope) => {
      const changes = scope.collection<CountChangeRow>(countChangeCollection);
      const rows = await changes.find({}, { limit: changesPerTransaction });
      const updates = toCombinationUpdates(
        businessId,
        rows.flatMap((row) => row.changes),
      );
      const open = scope.collection<OpenCountRow>(openCountCollection);
      await open.updateEach(updates.map((update) => ({ ...update, upsert: true })));
      await changes.deleteByIds(rows.map(({ _id }) => _id));
      return rows.length;
    });
  } catch (error) {
    if (isBusinessClosed(error)) return 0;
    throw error;
  }
}
