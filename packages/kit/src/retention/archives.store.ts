import type { IndexDescription } from "mongodb";
import type { Scope } from "../data/scope.types.js";
import type { ArchivePlan } from "./archive-format.rules.js";

/** A file of archived history. The record exists before the file. */
export interface ArchiveRow extends ArchivePlan {
  /** See `toArchiveId`. */
  _id: string;
  kind: string;
  number: number;
  /**
   * `writing`: the file does not count, all its records are in the database. `deleting`: it was read back and found equal, and its
   * records are being deleted.
   */
  status: "writing" | "deleting" | "complete";
  /** Increased by each change; see `changeArchive`. */
  version: number;
  /** Other files of this slice: one that is being written, and those that were replaced. They are deleted by exactly these names. */
  unused: string[];
  /** The store, and the name in it. */
  location: string;
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

/** Files that are not written yet, or whose records are not all deleted yet. */
export function findUnfinished(scope: Scope, limit: number): Promise<ArchiveRow[]> {
  return archives(scope).find({ status: { $in: ["writing", "deleting"] } }, { sort: { _id: 1 }, limit });
}

/** The next file in the order of the ids. */
export async function findNextArchive(scope: Scope, after: string): Promise<ArchiveRow | undefined> {
  const [next] = await archives(scope).find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: 1 });
  return next;
}

export const findArchive = (scope: Scope, id: string): Promise<ArchiveRow | null> => archives(scope).findById(id);

export const countArchives = (scope: Scope): Promise<number> => archives(scope).count({});

/** A file that is in another store than this one. */
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
 * Changes a record that has not been changed since it was read. After a process has made a change, also one without a value, every other
 * process that works on this file fails at its next one: it may have lost its lease without knowing.
 * @returns the record as it is now
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
