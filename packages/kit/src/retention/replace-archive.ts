import type { Scope } from "../data/scope.types.js";
import { type ArchiveDraft, deleteFiles, writeArchive } from "./archive-files.js";
import type { ArchivePlan } from "./archive-format.rules.js";
import { createArchiveReader } from "./attachments.js";
import type { ArchiveStore } from "./archive-store.types.js";
import { type ArchiveRow, changeArchive, deleteArchive, findArchive } from "./archives.store.js";

// Every file is named by its record before it is written, and until it is deleted. A name is used once, so a name in `unused` of a record
// that this process has changed itself never becomes the file of the record again, and may be deleted at any later time.

/**
 * Runs what writes a file and takes it into use. When it fails because another process has taken over, the file may have been written after
 * that process has deleted what the record named: then only this one knows the file.
 * @param openScope opens a scope with a time of its own: writing a file can take longer than a call may
 */
export async function withOwnFile<Result>(
  openScope: () => Scope,
  store: ArchiveStore,
  { _id, file }: Pick<ArchiveRow, "_id" | "file">,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    try {
      await giveUpFile(openScope(), store, { _id, file });
    } catch (other) {
      throw new AggregateError([error, other], `${file} may be left in the store`);
    }
    throw error;
  }
}

async function giveUpFile(
  scope: Scope,
  store: ArchiveStore,
  { _id, file }: Pick<ArchiveRow, "_id" | "file">,
): Promise<void> {
  const stored = await findArchive(scope, _id);
  const isWriting = stored?.file === file && stored.status === "writing";
  // A process that has listed what it deletes, before the last of it was written, fails at its next change and begins again.
  if (stored && (isWriting || stored.unused.includes(file))) await changeArchive(scope, stored, {});
  else if (stored?.file !== file) await deleteFiles(store, file);
}

/**
 * Writes the file that will replace the one of the record, and reads it back. The record names the other one until `useReplacement`, and the
 * attachments are copied from there.
 */
export async function writeReplacement(
  scope: Scope,
  store: ArchiveStore,
  row: ArchiveRow,
  draft: Omit<ArchiveDraft, "readAttachment">,
): Promise<ArchiveRow> {
  const noted = await changeArchive(scope, row, { unused: [...row.unused, draft.plan.file] });
  await writeArchive(store, { ...draft, readAttachment: createArchiveReader(store, row.file) });
  return noted;
}

export function useReplacement(scope: Scope, row: ArchiveRow, plan: ArchivePlan): Promise<ArchiveRow> {
  const unused = [...row.unused.filter((file) => file !== plan.file), row.file];
  return changeArchive(scope, row, { ...plan, unused });
}

/** Deletes the other files of a slice: those that were replaced, and those of attempts that have ended. */
export async function deleteUnused(openScope: () => Scope, store: ArchiveStore, row: ArchiveRow): Promise<ArchiveRow> {
  if (row.unused.length === 0) return row;
  // Before the files: a process that has lost its lease cannot take one of them into use any more.
  const own = await changeArchive(openScope(), row, {});
  for (const file of own.unused) await deleteFiles(store, file);
  return changeArchive(openScope(), own, { unused: [] });
}

/** Deletes a slice whose records are all in the database: its files, and then the record that names them. */
export async function deleteSlice(openScope: () => Scope, store: ArchiveStore, row: ArchiveRow): Promise<void> {
  // Before the files: no process deletes records of this file any more, and a crash leaves a slice that does not count.
  const own = await changeArchive(openScope(), row, { status: "writing" });
  for (const file of [...own.unused, own.file]) await deleteFiles(store, file);
  await deleteArchive(openScope(), own);
}
