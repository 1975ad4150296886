import type { Scope } from "../data/tenancy/scope.types.js";
import { type ArchiveDraft, deleteFiles, writeArchive } from "./archive-files.js";
import type { ArchivePlan } from "./archive-format.rules.js";
import { createArchiveReader } from "./attachments.js";
import type { ArchiveStore } from "./folder-store.js";
import { type ArchiveRow, changeArchive, deleteArchive, findArchive } from "./archives.store.js";

// The record of an archive names every file from before it is written until it is deleted. A name is used once: after this process has
// changed the record, a name in its `unused` can never become its file again, and that file may be deleted at any later time.

/**
 * Runs `work`, which writes a file and changes the record so that it names this file. When `work` fails because another process has the lease
 * now, the file may have been written after that process deleted the files that the record named. Then only this process knows the file, and
 * deletes it here.
 * @param openScope opens a scope with a full deadline: writing a file can take longer than one call may
 */
export async function withFileCleanup<Result>(
  openScope: () => Scope,
  store: ArchiveStore,
  { _id, file }: Pick<ArchiveRow, "_id" | "file">,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    try {
      await discardFile(openScope(), store, { _id, file });
    } catch (other) {
      throw new AggregateError([error, other], `${file} may be left in the store`);
    }
    throw error;
  }
}

async function discardFile(
  scope: Scope,
  store: ArchiveStore,
  { _id, file }: Pick<ArchiveRow, "_id" | "file">,
): Promise<void> {
  const stored = await findArchive(scope, _id);
  const isWriting = stored?.file === file && stored.status === "writing";
  // The empty change makes a process that listed the files before the last one was written fail at its next change, and start again.
  if (stored && (isWriting || stored.unused.includes(file))) await changeArchive(scope, stored, {});
  else if (stored?.file !== file) await deleteFiles(store, file);
}

/**
 * Writes the file that will replace the file of the archive, and reads it back. The record names the old file until `useReplacement`; the
 * attachments are copied from the old file.
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

/** Deletes the unused files of an archive: replaced ones, and those of failed attempts. */
export async function deleteUnused(openScope: () => Scope, store: ArchiveStore, row: ArchiveRow): Promise<ArchiveRow> {
  if (row.unused.length === 0) return row;
  // Before the files are deleted: a process that has lost its lease can no longer make one of them the file of the archive.
  const own = await changeArchive(openScope(), row, {});
  for (const file of own.unused) await deleteFiles(store, file);
  return changeArchive(openScope(), own, { unused: [] });
}

/** Deletes an archive whose records are all in the database: its files, and then the record that names them. */
export async function deleteArchiveWithFiles(
  openScope: () => Scope,
  store: ArchiveStore,
  row: ArchiveRow,
): Promise<void> {
  // Before the files are deleted: from now on no process deletes records of this archive, and after a crash the archive is not used.
  const own = await changeArchive(openScope(), row, { status: "writing" });
  for (const file of [...own.unused, own.file]) await deleteFiles(store, file);
  await deleteArchive(openScope(), own);
}
