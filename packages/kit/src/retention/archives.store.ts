import type { IndexDescription } from "mongodb";
import type { Scope } from "../data/scope.types.js";
import type { ArchiveContent } from "./archive-format.rules.js";

/** A file of archived history. The record exists since the file was read back and found equal. */
export interface ArchiveRow extends ArchiveContent {
  /** See `toArchiveId`. */
  _id: string;
  kind: string;
  number: number;
  /** `deleting`: the records of the file are being deleted. */
  status: "deleting" | "complete";
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

/** Files whose records are not all deleted yet. */
export function findUnfinished(scope: Scope, limit: number): Promise<ArchiveRow[]> {
  return archives(scope).find({ status: "deleting" }, { sort: { _id: 1 }, limit });
}

/** The next file in the order of the ids. */
export async function findNextArchive(scope: Scope, after: string): Promise<ArchiveRow | undefined> {
  const [next] = await archives(scope).find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: 1 });
  return next;
}

export const findArchive = (scope: Scope, id: string): Promise<ArchiveRow | null> => archives(scope).findById(id);

export const countArchives = (scope: Scope): Promise<number> => archives(scope).count({});

export const insertArchive = (scope: Scope, row: ArchiveRow): Promise<void> => archives(scope).insertOne(row);

/** @returns false when the record names another file meanwhile */
export async function replaceContent(
  scope: Scope,
  { _id, file }: ArchiveRow,
  next: ArchiveContent & { file: string },
): Promise<boolean> {
  return (await archives(scope).updateOne({ _id, file }, { $set: next })).matchedCount === 1;
}

export async function markComplete(scope: Scope, { _id, file }: ArchiveRow): Promise<void> {
  await archives(scope).updateOne({ _id, file }, { $set: { status: "complete" } });
}

export async function deleteArchive(scope: Scope, { _id, file }: ArchiveRow): Promise<boolean> {
  return archives(scope).deleteOne({ _id, file });
}
