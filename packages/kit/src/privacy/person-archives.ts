import type { Document } from "mongodb";
import { createYieldToLoop } from "../concurrency/index.js";
import type { PersonFile, PersonRole } from "../data/data-life.types.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import type { StoredRecord } from "../data/tenancy/tenant-collection.types.js";
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

/** A record of a person in an archive. */
export interface ArchivedRecord {
  /** Index of the line in the file. */
  index: number;
  collection: PersonCollection;
  record: StoredRecord & Document;
  roles: PersonRole[];
  files: readonly PersonFile[];
}

/** The content of an archive. */
interface ReadFile {
  lines: string[];
  found: ArchivedRecord[];
  /** The files of all other records. */
  otherFiles: PersonFile[];
}

/**
 * The next archive of the business, and its store.
 * @throws Error when there is an archive and the process has no store: an answer without the archive would be incomplete
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

/** Reads an archive. Its lines are matched in this process, by the same roles as the records of the database. */
export async function findInFile(
  { row, store }: { row: ArchiveRow; store: ArchiveStore },
  collections: readonly PersonCollection[],
  matcher: PersonMatcher,
): Promise<ReadFile> {
  // This file must not be used: all its records are still in the database.
  if (row.status === "writing") return { lines: [], found: [], otherFiles: [] };
  const lines = splitLines(await readText(store, row));
  const byName = new Map(collections.map((collection) => [collection.name, collection]));
  const read: ReadFile = { lines, found: [], otherFiles: [] };
  const yieldToLoop = createYieldToLoop();
  for (const [index, line] of lines.entries()) {
    await yieldToLoop();
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
