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
import { createRetentionCall, findLeft, removeGroups, takeBatch } from "./remove-groups.js";
import { deleteSlice, deleteUnused, useReplacement, withOwnFile, writeReplacement } from "./replace-archive.js";
import type { RetentionContext } from "./retention-context.types.js";
import { findRules } from "./retention-rules.store.js";
import type { HistoryKind, RetentionMode, RetentionRule } from "./retention.types.js";

/**
 * A file is read and written as a whole, and each step holds the event loop for as long as its lines take: some ten milliseconds. Its lines of
 * one person also have to fit into an answer. What one search has found is taken whole, so a file can be larger by that. Attachments are
 * copied when a file is replaced.
 */
const slice = { groups: 1000, bytes: 1024 * 1024, attachmentBytes: 32 * 1024 * 1024 };
/** Between two transactions, so that the calls of the business get their turn. */
const pauseMs = 20;

/** One part of the work on one kind of history of one business. */
export interface KindRun {
  context: RetentionContext;
  businessId: string;
  kind: HistoryKind;
  /** Aborted when another process has taken over, or this one stops. */
  signal: AbortSignal;
}

/** Where a search through history that is not old enough, or may not go, has come. */
export type KindPosition = string | undefined;

/**
 * Archives and deletes, or deletes, the next slice of what is old.
 * @returns where to go on; undefined when nothing is left
 */
export async function workOnKind(run: KindRun, { mode, days }: RetentionRule, after: string): Promise<KindPosition> {
  const { kind, signal } = run;
  const before = new Date(Date.now() - days * dayMs);
  const openScope = () => openRunScope(run);
  // Before the records are read: when another process archives them meanwhile, it takes this number.
  const number = (await findLastNumber(openScope(), kind.name)) + 1;
  const limits = { ...slice, isOver: () => signal.aborted };
  const { groups, next, part } = await collectGroups(openScope, kind, { before, after }, limits);
  signal.throwIfAborted();
  if (groups.length === 0) return next;
  const removed = mode === "delete" ? (await removeAll(run, groups)).removed : await archiveGroups(run, groups, number);
  // `next` would find the same part again, for ever when none of it may go. The next sweep looks at it again.
  return part && removed === 0 ? part.beyond : next;
}

/** @returns how many records were removed */
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
  // Before the file: a second process gets a duplicate key and has written nothing, and what a crash leaves is found by the record.
  await insertArchive(openScope(), row);
  const written = await withOwnFile(openScope, store, row, async () => {
    const attachments = listAttachmentsOf(groups);
    const readAttachment = createDatabaseReader(openScope);
    await writeArchive(store, { name, plan, text, attachments, readAttachment, signal });
    signal.throwIfAborted();
    return changeArchive(openScope(), row, { status: "deleting" });
  });
  return finishArchive(run, written);
}

/**
 * Deletes the records of a file. What has changed since it was read stays, as does what the business keeps by its present rule, and is
 * taken out of the file: each record is in one file at most. A group of which only some records are there has left before, and its lines stay
 * in the file.
 * @returns how many records were removed
 */
export async function finishArchive(run: KindRun, row: ArchiveRow): Promise<number> {
  const { context, kind, signal } = run;
  const store = requireStore(context);
  const openScope = () => openRunScope(run);
  // Its process has ended before the file was read back: the records are archived again.
  if (row.status === "writing") {
    requirePlace(row, store.location);
    await deleteSlice(openScope, store, row);
    return 0;
  }
  const groups = await readArchive(store, row, kind);
  const { removed, left: ids, row: changed } = await removeAll(run, groups, row);
  const left = new Set(ids);
  signal.throwIfAborted();
  const kept = groups.filter(([{ id }]) => !left.has(id));
  if (kept.length === 0) {
    await deleteSlice(openScope, store, changed);
    return removed;
  }
  const current = left.size > 0 ? await rewriteArchive(run, changed, kept) : changed;
  const cleaned = await deleteUnused(openScope, store, current);
  await changeArchive(openScope(), cleaned, { status: "complete" });
  return removed;
}

/** Puts another file in the place of one. */
async function rewriteArchive(run: KindRun, row: ArchiveRow, groups: readonly ArchivedGroup[]): Promise<ArchiveRow> {
  const name = { ...toSeries(run), number: row.number };
  const text = joinLines(groups);
  const plan = planArchive(name, text, describeGroups(groups));
  const store = requireStore(run.context);
  const openScope = () => openRunScope(run);
  const { signal } = run;
  return withOwnFile(openScope, store, { _id: row._id, file: plan.file }, async () => {
    const draft = { name, plan, text, attachments: listAttachmentsOf(groups), signal };
    const noted = await writeReplacement(openScope(), store, row, draft);
    signal.throwIfAborted();
    return useReplacement(openScope(), noted, plan);
  });
}

/**
 * The rule is read again before each transaction: the business may have chosen to keep the rest.
 * @param row of the file that has the groups; undefined when they are not archived
 * @returns `removed`: how many records were deleted; `left`: the ids of groups that stay
 */
async function removeAll<Row extends ArchiveRow | undefined = undefined>(
  run: KindRun,
  groups: readonly ArchivedGroup[],
  row?: Row,
): Promise<{ removed: number; left: string[]; row: Row }> {
  const { context, businessId, kind, signal } = run;
  const mode: RetentionMode = row ? "archive" : "delete";
  const left: string[] = [];
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
      left.push(...result.left);
    } else left.push(...(await findLeft(context, businessId, kind, batch)));
    await sleep(pauseMs);
  }
  return { removed, left, row: current };
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
