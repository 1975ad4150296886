import type { Call } from "../call/call.js";
import { createSystemCall } from "../call/call.js";
import type { WriteScope } from "../data/scope.types.js";
import { type ArchivedGroup, toLine } from "./archive-format.rules.js";
import { keepCounts } from "./removed-counts.store.js";
import type { RetentionContext } from "./retention-context.types.js";
import type { HistoryGroup, HistoryKind, HistoryRecord } from "./retention.types.js";

/** A short transaction: other writes of the business run beside it. */
export const groupsPerTransaction = 100;

/** A call of the retention itself, with a time of its own. A business that leaves keeps what it has until its deletion. */
export const createRetentionCall = (businessId: string): Call => createSystemCall(businessId, "retention");

/**
 * Deletes groups that are exactly as they were read, and keeps what others compute from them, in one transaction.
 * @returns `removed`: how many records were deleted; `left`: the ids of groups that are there still, because they have changed or may not go
 */
export async function removeGroups(
  { db, countSources }: Pick<RetentionContext, "db" | "countSources">,
  businessId: string,
  kind: HistoryKind,
  groups: readonly ArchivedGroup[],
): Promise<{ removed: number; left: string[] }> {
  return db.transaction(createRetentionCall(businessId), async (scope) => {
    const found = await findGroups(scope, kind, groups);
    const unchanged = found.flatMap(({ isUnchanged, group }) => (isUnchanged && group ? [group] : []));
    const allowed = kind.onRemove ? await kind.onRemove(scope, unchanged) : unchanged;
    let removed = 0;
    for (const collection of kind.collections) {
      const ids = allowed.flatMap((group) =>
        group.flatMap((item) => (item.collection === collection ? item.record._id : [])),
      );
      if (ids.length === 0) continue;
      await keepCounts(scope, countSources, collection, ids);
      removed += await scope.collection(collection).deleteByIds(ids);
    }
    const gone = new Set(allowed.map(([{ record }]) => record._id));
    return { removed, left: found.flatMap(({ id, group }) => (group && !gone.has(id) ? [id] : [])) };
  });
}

/** The ids of those groups that are there still. */
export async function findLeft(
  { db }: Pick<RetentionContext, "db">,
  businessId: string,
  kind: HistoryKind,
  groups: readonly ArchivedGroup[],
): Promise<string[]> {
  const found = await findGroups(db.scope(createRetentionCall(businessId)), kind, groups);
  return found.flatMap(({ id, group }) => (group ? [id] : []));
}

interface FoundGroup {
  id: string;
  /** Absent when none of its records exists. */
  group?: HistoryGroup;
  isUnchanged: boolean;
}

async function findGroups(
  scope: Pick<WriteScope, "collection">,
  kind: HistoryKind,
  groups: readonly ArchivedGroup[],
): Promise<FoundGroup[]> {
  const records = new Map<string, ReadonlyMap<string, HistoryRecord>>();
  for (const collection of kind.collections) {
    const ids = groups.flatMap((group) => group.flatMap((item) => (item.collection === collection ? item.id : [])));
    records.set(collection, await scope.collection<HistoryRecord>(collection).findByIds(ids));
  }
  return groups.map((group) => {
    const items = group.flatMap(({ collection, id }) => {
      const record = records.get(collection)?.get(id);
      return record ? [{ collection, record }] : [];
    });
    const [first, ...others] = items;
    const [{ id }] = group;
    if (!first) return { id, isUnchanged: false };
    const lines = items.map(toLine).join("");
    return { id, group: [first, ...others], isUnchanged: lines === group.map(({ line }) => line).join("") };
  });
}
