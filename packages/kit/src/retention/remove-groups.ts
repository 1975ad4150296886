import type { Call } from "../call/call.js";
import { createSystemCall } from "../call/call.js";
import type { WriteScope } from "../data/tenancy/scope.types.js";
import { deleteFileParts } from "../data/files/stored-files.js";
import { type ArchivedGroup, listAttachmentsOf, toLine } from "./archive-format.rules.js";
import { type ArchiveRow, changeArchive } from "./archives.store.js";
import { keepCounts } from "./removed-counts.store.js";
import type { RetentionContext } from "./retention-context.types.js";
import type { HistoryGroup, HistoryKind, HistoryRecord } from "./retention.types.js";

/** Few, so that the transaction is short: other writes of the business run at the same time. */
const groupsPerTransaction = 100;
/** The records of one group are deleted in one transaction. A kind whose groups can have more records than this finds them in parts. */
export const recordsPerTransaction = 1000;
/** The attachments of one record can have as many bytes in total. MongoDB reads what it deletes. */
const attachmentBytesPerTransaction = 50 * 1024 * 1024;

/** The groups that the next transaction deletes, beginning at `from`; at least one. */
export function takeBatch(groups: readonly ArchivedGroup[], from: number): readonly ArchivedGroup[] {
  let records = 0;
  let bytes = 0;
  const batch: ArchivedGroup[] = [];
  for (const group of groups.slice(from, from + groupsPerTransaction)) {
    records += group.length;
    for (const attachment of listAttachmentsOf([group])) bytes += attachment.bytes;
    const isTooLarge = records > recordsPerTransaction || bytes > attachmentBytesPerTransaction;
    if (batch.length > 0 && isTooLarge) break;
    batch.push(group);
  }
  return batch;
}

/** A system call with its own deadline. It is refused for a business that is being offboarded, whose history stays until its deletion. */
export const createRetentionCall = (businessId: string): Call => createSystemCall(businessId, "retention");

interface GivenGroups<Row> {
  groups: readonly ArchivedGroup[];
  /** Only groups that ended before this time are deleted. */
  before: Date;
  /** The archive that contains the groups; undefined when they are not archived. */
  row: Row;
}

/**
 * In one transaction, deletes groups that are unchanged since they were read, and stores the counts that are computed from them. It also changes
 * the record of their archive, so that it fails when another process has replaced the file.
 * @returns `removed`: how many records were deleted; `remaining`: the ids of groups that still exist as a whole, because they have changed or may
 * not be deleted; `row`: the archive after the change
 */
export async function removeGroups<Row extends ArchiveRow | undefined>(
  { db, countSources }: Pick<RetentionContext, "db" | "countSources">,
  businessId: string,
  kind: HistoryKind,
  { groups, before, row }: GivenGroups<Row>,
): Promise<{ removed: number; remaining: string[]; row: Row }> {
  return db.transaction(createRetentionCall(businessId), async (scope) => {
    const current = (row && (await changeArchive(scope, row, {}))) as Row;
    const found = await findGroups(scope, kind, groups);
    const unchanged = found.flatMap(({ isUnchanged, group }) =>
      isUnchanged && group && hasEndedBefore(kind, group, before) ? [group] : [],
    );
    const allowed = kind.onRemove ? await kind.onRemove(scope, unchanged, before) : unchanged;
    let removed = 0;
    for (const collection of kind.collections) {
      const ids = allowed.flatMap((group) =>
        group.flatMap((item) => (item.collection === collection ? item.record._id : [])),
      );
      if (ids.length === 0) continue;
      await keepCounts(scope, countSources, collection, ids);
      removed += await scope.collection(collection).deleteByIds(ids);
    }
    const attachments = allowed.flatMap((group) => group.flatMap(({ record }) => kind.listAttachments?.(record) ?? []));
    await deleteFileParts(scope, attachments);
    const deletedIds = new Set(allowed.map(([{ record }]) => record._id));
    const remaining = found.flatMap(({ id, isWhole }) => (isWhole && !deletedIds.has(id) ? [id] : []));
    return { removed, remaining, row: current };
  });
}

function hasEndedBefore({ hasEnded, timeField }: HistoryKind, group: HistoryGroup, before: Date): boolean {
  if (hasEnded) return hasEnded(group, before);
  const [{ record }] = group;
  return (record[timeField] as Date) < before;
}

/** The ids of those groups that still exist as a whole. */
export async function findRemaining(
  { db }: Pick<RetentionContext, "db">,
  businessId: string,
  kind: HistoryKind,
  groups: readonly ArchivedGroup[],
): Promise<string[]> {
  const found = await findGroups(db.scope(createRetentionCall(businessId)), kind, groups);
  return found.flatMap(({ id, isWhole }) => (isWhole ? [id] : []));
}

interface FoundGroup {
  id: string;
  /** Absent when none of its records exists. */
  group?: HistoryGroup;
  /**
   * Whether all records of the group exist. When only some exist, the group was deleted before and a part of it was inserted again, such as the
   * session of a learner who has returned: the other records exist only in the file.
   */
  isWhole: boolean;
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
    if (!first) return { id, isWhole: false, isUnchanged: false };
    const isUnchanged = items.map(toLine).join("") === group.map(({ line }) => line).join("");
    return { id, group: [first, ...others], isWhole: items.length === group.length, isUnchanged };
  });
}
