import type { Call } from "../call/call.js";
import { createSystemCall } from "../call/call.js";
import type { WriteScope } from "../data/scope.types.js";
import { deleteFileParts } from "../data/stored-files.js";
import { type ArchivedGroup, listAttachmentsOf, toLine } from "./archive-format.rules.js";
import { type ArchiveRow, changeArchive } from "./archives.store.js";
import { keepCounts } from "./removed-counts.store.js";
import type { RetentionContext } from "./retention-context.types.js";
import type { HistoryGroup, HistoryKind, HistoryRecord } from "./retention.types.js";

/** A short transaction: other writes of the business run beside it. */
const groupsPerTransaction = 100;
/** The records of one group go together. A kind whose groups can have more than this many finds them in parts. */
export const recordsPerTransaction = 1000;
/** The largest attachments of a record are as long, and MongoDB reads what it deletes. */
const attachmentBytesPerTransaction = 50 * 1024 * 1024;

/** The groups that one transaction deletes, from this one on; one at least. */
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

/** A call of the retention itself, with a time of its own. A business that leaves keeps what it has until its deletion. */
export const createRetentionCall = (businessId: string): Call => createSystemCall(businessId, "retention");

interface GivenGroups<Row> {
  groups: readonly ArchivedGroup[];
  /** Only what ended before this time goes. */
  before: Date;
  /** The record of the file that has the groups; undefined when they are not archived. */
  row: Row;
}

/**
 * Deletes groups that are exactly as they were read, and keeps what others compute from them, in one transaction. It changes the record of
 * their file too, so nothing is deleted after another process has put another file in its place.
 * @returns `removed`: how many records were deleted; `left`: the ids of groups that are there still as a whole, because they have changed or may
 * not go; `row`: as it is now
 */
export async function removeGroups<Row extends ArchiveRow | undefined>(
  { db, countSources }: Pick<RetentionContext, "db" | "countSources">,
  businessId: string,
  kind: HistoryKind,
  { groups, before, row }: GivenGroups<Row>,
): Promise<{ removed: number; left: string[]; row: Row }> {
  return db.transaction(createRetentionCall(businessId), async (scope) => {
    const current = (row && (await changeArchive(scope, row, {}))) as Row;
    const found = await findGroups(scope, kind, groups);
    const unchanged = found.flatMap(({ isUnchanged, group }) =>
      isUnchanged && group && isOver(kind, group, before) ? [group] : [],
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
    const gone = new Set(allowed.map(([{ record }]) => record._id));
    const left = found.flatMap(({ id, isWhole }) => (isWhole && !gone.has(id) ? [id] : []));
    return { removed, left, row: current };
  });
}

function isOver({ hasEnded, timeField }: HistoryKind, group: HistoryGroup, before: Date): boolean {
  if (hasEnded) return hasEnded(group, before);
  const [{ record }] = group;
  return (record[timeField] as Date) < before;
}

/** The ids of those groups that are there still as a whole. */
export async function findLeft(
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
   * Whether all records of its lines exist. When only some do, the group has left before and a part of it was inserted again, such as the session
   * of a learner who came back: the others are nowhere but in the file.
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
