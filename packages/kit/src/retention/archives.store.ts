import type { IndexDescription } from "mongodb";
import type { Scope } from "../data/tenancy/scope.types.js";
import type { ArchivePlan } from "./archive-format.rules.js";

/** A file of archived history. The record exists before the file. */
export interface ArchiveRow extends ArchivePlan {
  /** See `toArchiveId`. */
  _id: string;
  kind: string;
  number: number;
  /**
   * `writing`: the file must not be used; all its records are still in the database. `deleting`: the file was read back and compared, and its
   * records are being deleted from the database.
   */
  status: "writing" | "deleting" | "complete";
  /** Increased by each change; see `changeArchive`. */
  version: number;
  /** Names of other files of this archive: a replacement that is being written, and replaced files. They are deleted by exactly these names. */
  unused: string[];
  /** `ArchiveStore.location` of the store. */
  location: string;
  /** The name in the store. */
  file: string;
  archivedAt: Date;
}

export const archiveCollection = "archives";

export const archiveIndexes: IndexDescription[] = [{ key: { kind: 1, number: -1 } }, { key: { status: 1, _id: 1 } }];

/** Sorts by kind and number. */
export const toArchiveId = (businessId: string, kind: string, number: number): string =>
  `${businessId}|${kind}|${String(number).padStart(8, "0")}`;

const archives = (scope: Scope) => scope.collection<ArchiveRow>(archiveCollection);

export async function findLastNumber(scope: Scope, kind: string): Promise<number> {
  const [last] = await archives(scope).find({ kind }, { sort: { number: -1 }, limit: 1, projection: { number: 1 } });
  return last?.number ?? 0;
}

/** Archives that are not written yet, or whose records are not all deleted from the database yet. */
export function findUnfinished(scope: Scope, limit: number): Promise<ArchiveRow[]> {
  return archives(scope).find({ status: { $in: ["writing", "deleting"] } }, { sort: { _id: 1 }, limit });
}

/** The next archive in the order of the ids. */
export async function findNextArchive(scope: Scope, after: string): Promise<ArchiveRow | undefined> {
  const [next] = await archives(scope).find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: 1 });
  return next;
}

export const findArchive = (scope: Scope, id: string): Promise<ArchiveRow | null> => archives(scope).findById(id);

export const countArchives = (scope: Scope): Promise<number> => archives(scope).count({});

/** An archive that is in another store than this one. */
export async function findElsewhere(scope: Scope, location: string): Promise<ArchiveRow | undefined> {
  const [found] = await archives(scope).find({ location: { $ne: location } }, { limit: 1 });
  return found;
}

/** Before a record of a file is deleted with it. @throws Error when the file is in another store, where it would stay */
export function requirePlace({ file, location }: Pick<ArchiveRow, "file" | "location">, here: string): void {
  if (location !== here) throw new Error(`${file} is in ${location}, and the settings name ${here}`);
}

export const insertArchive = (scope: Scope, row: ArchiveRow): Promise<void> => archives(scope).insertOne(row);

export type ArchiveChange = Partial<Pick<ArchiveRow, "status" | "unused"> & ArchivePlan>;

/**
 * Changes a record, unless it was changed since it was read. Each change increases the version, also an empty one, so every other process that
 * works on this archive fails at its own next change. Such a process has lost its lease and may not know it yet.
 * @returns the record after the change
 * @throws Error when it was changed meanwhile
 */
export async function changeArchive(scope: Scope, row: ArchiveRow, change: ArchiveChange): Promise<ArchiveRow> {
  const { _id, file, version, status } = row;
  const update = { $inc: { version: 1 }, ...(Object.keys(change).length > 0 && { $set: change }) };
  const { matchedCount } = await archives(scope).updateOne({ _id, file, version, status }, update);
  if (matchedCount === 0) throw createChangedError(row);
  return { ...row, ...change, version: version + 1 };
}

/** @throws Error when it was changed meanwhile */
export async function deleteArchive(scope: Scope, row: ArchiveRow): Promise<void> {
  const { _id, file, version } = row;
  if (!(await archives(scope).deleteOne({ _id, file, version }))) throw createChangedError(row);
}

const createChangedError = ({ file }: ArchiveRow) => new Error(`${file} was changed by another process meanwhile`);
