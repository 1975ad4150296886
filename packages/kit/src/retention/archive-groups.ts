import { type ArchivedGroup, describeGroups, joinLines, listAttachmentsOf } from "./archive-format.rules.js";
import { planArchive, readArchive, writeArchive } from "./archive-files.js";
import { type ArchiveRow, changeArchive, insertArchive, requirePlace, toArchiveId } from "./archives.store.js";
import { createDatabaseReader } from "./attachments.js";
import { type KindRun, openRunScope, requireStore, toSeries } from "./kind-run.js";
import { removeInBatches } from "./remove-in-batches.js";
import {
  deleteArchiveWithFiles,
  deleteUnused,
  useReplacement,
  withFileCleanup,
  writeReplacement,
} from "./replace-archive.js";

/** @returns how many records were deleted */
export async function archiveGroups(run: KindRun, groups: readonly ArchivedGroup[], number: number): Promise<number> {
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
  const { removed, remaining: ids, row: changed } = await removeInBatches(run, groups, row);
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
