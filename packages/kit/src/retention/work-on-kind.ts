import { setTimeout as sleep } from "node:timers/promises";
import { dayMs } from "../data/count-changes.rules.js";
import { type ArchivedGroup, type ArchiveName, describeGroups, joinLines } from "./archive-format.rules.js";
import { isDuplicateKeyError } from "../data/duplicate-key.js";
import { deleteFiles, deleteOthers, readArchive, writeArchive } from "./archive-files.js";
import type { ArchiveStore } from "./archive-store.types.js";
import {
  type ArchiveRow,
  deleteArchive,
  findArchive,
  findLastNumber,
  insertArchive,
  markComplete,
  replaceContent,
  toArchiveId,
} from "./archives.store.js";
import { collectGroups } from "./collect-groups.js";
import { createRetentionCall, findLeft, groupsPerTransaction, removeGroups } from "./remove-groups.js";
import type { RetentionContext } from "./retention-context.types.js";
import type { HistoryKind, RetentionRule } from "./retention.types.js";

/**
 * A file is read and written as a whole, and each step holds the event loop for as long as its lines take: some ten milliseconds. Its lines of
 * one person also have to fit into an answer of 4 MB.
 */
const slice = { groups: 1000, bytes: 1024 * 1024 };
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
  const { context, businessId, kind, signal } = run;
  const before = new Date(Date.now() - days * dayMs);
  const openScope = () => context.db.scope(createRetentionCall(businessId));
  // Before the records are read: when another process archives them meanwhile, it takes this number.
  const number = (await findLastNumber(openScope(), kind.name)) + 1;
  const limits = { ...slice, isOver: () => signal.aborted };
  const { groups, next } = await collectGroups(openScope, kind, { before, after }, limits);
  signal.throwIfAborted();
  if (groups.length === 0) return next;
  if (mode === "delete") await removeAll(run, groups, mode);
  else await archiveGroups(run, groups, number);
  return next;
}

async function archiveGroups(run: KindRun, groups: readonly ArchivedGroup[], number: number): Promise<void> {
  const { context, businessId, kind, signal } = run;
  const store = requireStore(context);
  const name = { ...toSeries(run), number };
  const content = await writeArchive(store, name, joinLines(groups), describeGroups(groups));
  signal.throwIfAborted();
  const row: ArchiveRow = {
    _id: toArchiveId(businessId, kind.name, number),
    ...{ kind: kind.name, number, status: "deleting" },
    ...{ location: store.location, archivedAt: new Date(), ...content },
  };
  // From here on nobody writes another file for this slice: a second process gets a duplicate key, and takes its own file back.
  const openScope = () => context.db.scope(createRetentionCall(businessId));
  await insertArchive(openScope(), row).catch(async (error: unknown) => {
    if (isDuplicateKeyError(error)) await deleteOthers(store, name, (await findArchive(openScope(), row._id))?.file);
    throw error;
  });
  await finishArchive(run, row, { mayRemove: true });
}

/**
 * Deletes the records of a file. What has changed since it was read stays, and is taken out of the file: each record is in one file
 * at most.
 * @param options.mayRemove false when the business keeps this history again: what is not deleted yet is taken out of the file
 */
export async function finishArchive(
  run: KindRun,
  row: ArchiveRow,
  { mayRemove }: { mayRemove: boolean },
): Promise<void> {
  const { context, businessId, kind, signal } = run;
  const store = requireStore(context);
  const groups = await readArchive(store, row, kind);
  const left = new Set(
    mayRemove ? await removeAll(run, groups, "archive") : await findLeft(context, businessId, kind, groups),
  );
  signal.throwIfAborted();
  const kept = groups.filter(([{ id }]) => !left.has(id));
  const current = left.size > 0 ? await rewriteArchive(run, row, kept) : row;
  const scope = context.db.scope(createRetentionCall(businessId));
  const stored = await findArchive(scope, row._id);
  if (stored?.file !== current?.file) throw new Error(`${row.file} was replaced meanwhile`);
  await deleteOthers(store, { ...toSeries(run), number: row.number }, current?.file);
  if (current) await markComplete(scope, current);
}

/** Puts another file in the place of one. @returns the record of it; undefined when nothing is left in it */
async function rewriteArchive(
  run: KindRun,
  row: ArchiveRow,
  groups: readonly ArchivedGroup[],
): Promise<ArchiveRow | undefined> {
  const { context, businessId } = run;
  const store = requireStore(context);
  const scope = () => context.db.scope(createRetentionCall(businessId));
  if (groups.length === 0) {
    await deleteArchive(scope(), row);
    await deleteFiles(store, row.file);
    return undefined;
  }
  const name = { ...toSeries(run), number: row.number };
  const content = await writeArchive(store, name, joinLines(groups), describeGroups(groups));
  if (!(await replaceContent(scope(), row, content))) throw new Error(`${row.file} was replaced meanwhile`);
  return { ...row, ...content };
}

/** @returns the ids of groups that stay */
async function removeAll(
  run: KindRun,
  groups: readonly ArchivedGroup[],
  mode: RetentionRule["mode"],
): Promise<string[]> {
  const { context, businessId, kind, signal } = run;
  const left: string[] = [];
  for (let from = 0; from < groups.length; from += groupsPerTransaction) {
    signal.throwIfAborted();
    const batch = groups.slice(from, from + groupsPerTransaction);
    const result = await removeGroups(context, businessId, kind, batch);
    context.metrics.removed.inc({ kind: kind.name, mode }, result.removed);
    left.push(...result.left);
    await sleep(pauseMs);
  }
  return left;
}

const toSeries = ({ context, businessId, kind }: KindRun): Omit<ArchiveName, "number"> => ({
  businessId,
  service: context.service,
  kind: kind.name,
});

function requireStore({ store }: RetentionContext): ArchiveStore {
  if (!store) throw new Error("history is to be archived, and neither ARCHIVE_DIR nor ARCHIVE_S3_BUCKET is set");
  return store;
}
