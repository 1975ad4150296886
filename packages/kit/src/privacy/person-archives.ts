import type { Document } from "mongodb";
import type { PersonRole } from "../data/data-life.types.js";
import type { Scope } from "../data/scope.types.js";
import type { StoredRecord } from "../data/tenant-collection.types.js";
import {
  type ArchiveRow,
  type ArchiveStore,
  countArchives,
  findNextArchive,
  hasArchives,
  readRecord,
  readText,
  splitLines,
} from "../retention/index.js";
import { findRoles } from "./erasure.rules.js";
import type { PersonMatcher } from "./person-matcher.js";
import type { PersonCollection } from "./person-records.js";
import type { PrivacyOptions } from "./privacy.types.js";

/** A record of a person in a file of archived history. */
export interface ArchivedRecord {
  /** The line of the file. */
  index: number;
  collection: PersonCollection;
  record: StoredRecord & Document;
  roles: PersonRole[];
}

/**
 * The next file of archived history of the business, and where it is.
 * @throws Error when there is one and the process does not know the store: an answer without it would be wrong
 */
export async function findNextFile(
  { life, archives }: Pick<PrivacyOptions, "life" | "archives">,
  scope: Scope,
  after: string,
): Promise<{ row: ArchiveRow; store: ArchiveStore } | undefined> {
  if (!hasArchives(life)) return undefined;
  if (!archives) {
    if ((await countArchives(scope)) === 0) return undefined;
    throw new Error("the business has archives, and neither ARCHIVE_DIR nor ARCHIVE_S3_BUCKET is set");
  }
  const row = await findNextArchive(scope, after);
  return row && { row, store: archives };
}

/** Reads a file. Its lines are compared in the process, by the same roles as the records of the database. */
export async function findInFile(
  { row, store }: { row: ArchiveRow; store: ArchiveStore },
  collections: readonly PersonCollection[],
  matcher: PersonMatcher,
): Promise<{ lines: string[]; found: ArchivedRecord[] }> {
  // Such a file does not count: all its records are in the database.
  if (row.status === "writing") return { lines: [], found: [] };
  const lines = splitLines(await readText(store, row));
  const byName = new Map(collections.map((collection) => [collection.name, collection]));
  const found = lines.flatMap((line, index): ArchivedRecord[] => {
    const { collection: name, record } = readRecord(line);
    const collection = byName.get(name);
    const roles = collection ? findRoles(record, collection.personal.roles, matcher) : [];
    return collection && roles.length > 0 ? [{ index, collection, record, roles }] : [];
  });
  return { lines, found };
}
