import { setTimeout as sleep } from "node:timers/promises";
import { dayMs } from "../data/count-changes.rules.js";
import type { Scope } from "../data/scope.types.js";
import {
  type ArchivedGroup,
  type ArchiveName,
  describeGroups,
  joinLines,
  listAttachmentsOf,
} from "./archive-format.rules.js";
import { planArchive, readArchive, writeArchive } from "./archive-files.js";
import type { ArchiveStore } from "./archive-store.types.js";
import {
  type ArchiveRow,
  changeArchive,
  findLastNumber,
  insertArchive,
  requirePlace,
  toArchiveId,
} from "./archives.store.js";
import { createDatabaseReader } from "./attachments.js";
import { collectGroups } from "./collect-groups.js";
import { createRetentionCall, findRemaining, removeGroups, takeBatch } from "./remove-groups.js";
import {
  deleteArchiveWithFiles,
  deleteUnused,
  useReplacement,
  withFileCleanup,
  writeReplacement,
} from "./replace-archive.js";
import type { RetentionContext } from "./retention-context.types.js";
import { findRules } from "./retention-rules.store.js";
import type { HistoryKind, RetentionMode, RetentionRule } from "./retention.types.js";

/**
 * Limits of one archive. A file is read and written as a whole, and each step blocks the event loop while it processes the lines: some ten
 * milliseconds. The lines of one person in it also have to fit into an answer. All groups of one search go into the same file, so a file can be
 * larger than the limit by that. Attachments are limited because they are copied when a file is replaced.
 */
const archiveLimits = { groups: 1000, bytes: 1024 * 1024, attachmentBytes: 32 * 1024 * 1024 };
/** Pause between two transactions, so that calls of the business run. */
const pauseMs = 20;

/** One part of the work on one kind of history of one business. */
export interface KindRun {
  context: RetentionContext;
  businessId: string;
  kind: HistoryKind;
  /** Aborted when this process has lost the lease, or stops. */
  signal: AbortSignal;
}

/** Position of a search. It is not at the end while history remains that is not old enough or may not be deleted. */
export type KindPosition = string | undefined;

/**
 * Archives and deletes, or only deletes, the next groups that are old.
 * @returns the position of the next search; undefined at the end
 */
export async function workOnKind(run: KindRun, { mode, days }: RetentionRule, after: string): Promise<KindPosition> {
  const { kind, signal } = run;
  const before = new Date(Date.now() - days * dayMs);
  const openScope = () => openRunScope(run);
  // Read before the records: if another process archives them meanwhile, it uses this number, and the insert below fails.
  const number = (await findLastNumber(openScope(), kind.name)) + 1;
  const limits = { ...archiveLimits, isOver: () => signal.aborted };
  const { groups, next, part } = await collectGroups(openScope, kind, { before, after }, limits);
  signal.throwIfAborted();
  if (groups.length === 0) return next;
  const removed = mode === "delete" ? (await removeAll(run, groups)).removed : await archiveGroups(run, groups, number);
  // `next` would find the same part again, for ever when none of it may be deleted. The next sweep examines it again.
  return part && removed === 0 ? part.beyond : next;
}

/** @returns how many records were deleted */
async function archiveGroups(run: KindRun, groups: readonly ArchivedGroup[], number: number): Promise<number> {
  const { context, businessId, kind, signal } = run;
  const store = requireStore(context);
  const openScope = () => openRunScope(run);
  const name = { ...toSeries(run), number };
  const text = joinLines(groups);
  const plan = planArchive(name, text, describeGroups(groups));
  const row: ArchiveRow = {
    _id: toArchiveId(businessId, kind.name, number),
    ...{ kind: kind.name, number, status: "writing", version: 1, unused: [] },
    ...{ location: store.location, archivedAt: new Date(), ...plan },
  };
  // Inserted before the file is written: a second process gets a duplicate key and writes nothing, and after a crash the record names the file.
  await insertArchive(openScope(), row);
  const written = await withFileCleanup(openScope, store, row, async () => {
    const attachments = listAttachmentsOf(groups);
    const readAttachment = createDatabaseReader(openScope);
    await writeArchive(store, { name, plan, text, attachments, readAttachment, signal });
    signal.throwIfAborted();
    return changeArchive(openScope(), row, { status: "deleting" });
  });
  return finishArchive(run, written);
}

/**
 * Deletes the records of an archive from the database. Groups that have changed since they were read stay, as do groups that the present rule of
 * the business keeps. They are removed from the file, so that each record is in one file at most. A group of which only some records exist was
 * deleted before, and its lines stay in the file.
 * @returns how many records were deleted
 */
export async function finishArchive(run: KindRun, row: ArchiveRow): Promise<number> {
  const { context, kind, signal } = run;
  const store = requireStore(context);
  const openScope = () => openRunScope(run);
  // Its process ended before the file was read back: the records will be archived again.
  if (row.status === "writing") {
    requirePlace(row, store.location);
    await deleteArchiveWithFiles(openScope, store, row);
    return 0;
  }
  const groups = await readArchive(store, row, kind);
  const { removed, remaining: ids, row: changed } = await removeAll(run, groups, row);
  const remaining = new Set(ids);
  signal.throwIfAborted();
  const kept = groups.filter(([{ id }]) => !remaining.has(id));
  if (kept.length === 0) {
    await deleteArchiveWithFiles(openScope, store, changed);
    return removed;
  }
  const current = remaining.size > 0 ? await rewriteArchive(run, changed, kept) : changed;
  const cleaned = await deleteUnused(openScope, store, current);
  await changeArchive(openScope(), cleaned, { status: "complete" });
  return removed;
}

/** Replaces the file of an archive by one with these groups. */
async function rewriteArchive(run: KindRun, row: ArchiveRow, groups: readonly ArchivedGroup[]): Promise<ArchiveRow> {
  const name = { ...toSeries(run), number: row.number };
  const text = joinLines(groups);
  const plan = planArchive(name, text, describeGroups(groups));
  const store = requireStore(run.context);
  const openScope = () => openRunScope(run);
  const { signal } = run;
  return withFileCleanup(openScope, store, { _id: row._id, file: plan.file }, async () => {
    const draft = { name, plan, text, attachments: listAttachmentsOf(groups), signal };
    const noted = await writeReplacement(openScope(), store, row, draft);
    signal.throwIfAborted();
    return useReplacement(openScope(), noted, plan);
  });
}

/**
 * Deletes groups. The rule is read again before each transaction: the business may have chosen to keep the others.
 * @param row the archive that contains the groups; undefined when they are not archived
 * @returns `removed`: how many records were deleted; `remaining`: the ids of groups that stay
 */
async function removeAll<Row extends ArchiveRow | undefined = undefined>(
  run: KindRun,
  groups: readonly ArchivedGroup[],
  row?: Row,
): Promise<{ removed: number; remaining: string[]; row: Row }> {
  const { context, businessId, kind, signal } = run;
  const mode: RetentionMode = row ? "archive" : "delete";
  const remaining: string[] = [];
  let removed = 0;
  let current = row as Row;
  for (let from = 0; from < groups.length;) {
    signal.throwIfAborted();
    const batch = takeBatch(groups, from);
    from += batch.length;
    const rule = (await findRules(context.db, businessId))?.rules[kind.name];
    if (rule?.mode === mode) {
      const before = new Date(Date.now() - rule.days * dayMs);
      const result = await removeGroups(context, businessId, kind, { groups: batch, before, row: current });
      context.metrics.removed.inc({ kind: kind.name, mode }, result.removed);
      current = result.row;
      removed += result.removed;
      remaining.push(...result.remaining);
    } else remaining.push(...(await findRemaining(context, businessId, kind, batch)));
    await sleep(pauseMs);
  }
  return { removed, remaining, row: current };
}

const openRunScope = ({ context, businessId }: KindRun): Scope => context.db.scope(createRetentionCall(businessId));

const toSeries = ({ context, businessId, kind }: KindRun): Omit<ArchiveName, "number"> => ({
  businessId,
  service: context.service,
  kind: kind.name,
});

function requireStore({ store }: RetentionContext): ArchiveStore {
  if (!store) throw new Error("history is to be archived, and neither ARCHIVE_DIR nor ARCHIVE_S3_BUCKET is set");
  return store;
}
