import type { Document } from "mongodb";
import { createTurns } from "../concurrency/index.js";
import type { PersonFile, PersonRole } from "../data/data-life.types.js";
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
  files: readonly PersonFile[];
}

/** A file that was read. */
interface ReadFile {
  lines: string[];
  found: ArchivedRecord[];
  /** Of all other records. */
  otherFiles: PersonFile[];
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
): Promise<ReadFile> {
  // Such a file does not count: all its records are in the database.
  if (row.status === "writing") return { lines: [], found: [], otherFiles: [] };
  const lines = splitLines(await readText(store, row));
  const byName = new Map(collections.map((collection) => [collection.name, collection]));
  const read: ReadFile = { lines, found: [], otherFiles: [] };
  const endTurn = createTurns();
  for (const [index, line] of lines.entries()) {
    await endTurn();
    const { collection: name, record } = readRecord(line);
    const collection = byName.get(name);
    if (!collection) continue;
    const files = collection.personal.listFiles?.(record) ?? [];
    const roles = findRoles(record, collection.personal.roles, matcher);
    if (roles.length > 0) read.found.push({ index, collection, record, roles, files });
    else read.otherFiles.push(...files);
  }
  return read;
}
