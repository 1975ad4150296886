import type { Call } from "../call/call.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import { readFilePart } from "../data/files/stored-files.js";
import { findRoles } from "./erasure.rules.js";
import { toAttachmentName } from "../retention/index.js";
import { findInFile, findNextFile } from "./person-archives.js";
import { createPersonMatcher, type PersonMatcher } from "./person-matcher.js";
import { findRecords, listPersonCollections, openCollection, type PersonCollection } from "./person-records.js";
import type { PrivacyOptions } from "./privacy.types.js";
import { toExportLine } from "./export-line.js";
import { findWindow } from "./find-person.js";

/** Bounds the memory of one answer: a record has at most about 100 KB, a part of a file 340 KB as text. */
const recordsPerPart = 10;
/** Large, so that there are few parts: the whole object is read for each part. */
const attachmentPartBytes = 1024 * 1024;
/** Number of ids that one search lists; the collection is searched again after so many records. */
const idsPerList = 200;
/** A call in which no record of the person is found ends after this time. */
const searchingMs = 2000;

/** The position of an export. */
interface Position {
  collection: number;
  /** The last id that was examined. */
  after: string;
  /** Ids of the next records, which were listed in an earlier call. */
  ids?: string[];
  /** The next file of that record, and its next part. */
  file?: { index: number; part: number };
}

interface Search {
  db: Database;
  scope: Scope;
  service: string;
  collections: readonly PersonCollection[];
  matcher: PersonMatcher;
}

export interface ExportPart {
  lines: string[];
  position: string;
}

/** The next lines of the data about a person: the stored records, each followed by its files. */
export async function exportPerson(
  options: PrivacyOptions,
  call: Call,
  identifiers: readonly PersonIdentifier[],
  given: string,
): Promise<ExportPart> {
  const { db, life, service } = options;
  const collections = listPersonCollections(life);
  const scope = db.scope(call);
  const at: Position = given === "" ? { collection: 0, after: "" } : (JSON.parse(given) as Position);
  const collection = collections[at.collection];
  if (!collection) return exportArchived(options, scope, createPersonMatcher(identifiers), at);
  if (at.file) return exportFilePart(scope, service, collection, at);
  const search = { db, scope, service, collections, matcher: createPersonMatcher(identifiers) };
  return at.ids?.length ? exportRecords(search, collection, { ...at, ids: at.ids }) : exportNextRecords(search, at);
}

/** Searches window by window until records are found, and writes the first of them. */
async function exportNextRecords(search: Search, given: Position): Promise<ExportPart> {
  const { db, scope, collections, matcher } = search;
  const until = Date.now() + searchingMs;
  let at = given;
  let collection = collections[at.collection];
  while (collection && Date.now() < until) {
    const { window, next } = await findWindow(db, scope, collection, at.after);
    const found = await findRecords(scope, collection, matcher, { limit: idsPerList, window, idsOnly: true });
    const ids = found.map(({ _id }) => _id);
    if (ids.length > 0) return exportRecords(search, collection, { ...at, ids });
    at = next === undefined ? { collection: at.collection + 1, after: "" } : { collection: at.collection, after: next };
    collection = collections[at.collection];
  }
  return { lines: [], position: JSON.stringify(at) };
}

/**
 * Runs after all collections: writes the records of the person in the next archive, which is smaller than the limit of an answer, and then their
 * files in parts.
 */
async function exportArchived(
  options: PrivacyOptions,
  scope: Scope,
  matcher: PersonMatcher,
  at: Position,
): Promise<ExportPart> {
  const { life, service } = options;
  const file = await findNextFile(options, scope, at.after);
  if (!file) return { lines: [], position: "" };
  const { found } = await findInFile(file, listPersonCollections(life), matcher);
  const archive = file.row.file;
  const files = found.flatMap(({ collection: { name: collection }, record: { _id: recordId }, files: named }) =>
    named.map((one) => ({ collection, recordId, ...one })),
  );
  const { index, part } = at.file ?? { index: 0, part: 0 };
  const next = files[index];
  if (at.file && next) {
    const content = await file.store.get(toAttachmentName(archive, next));
    const data = content.subarray(part * attachmentPartBytes, (part + 1) * attachmentPartBytes);
    const { collection, recordId, fileId, name } = next;
    const names = { type: "file", service, collection, archive, recordId, fileId, name };
    const isLast = (part + 1) * attachmentPartBytes >= content.length;
    const following = isLast ? { index: index + 1, part: 0 } : { index, part: part + 1 };
    const line = toExportLine({ ...names, part, base64: data.toString("base64") });
    return { lines: [line], position: JSON.stringify({ ...at, file: following }) };
  }
  const { file: _written, ...following } = { ...at, after: file.row._id };
  if (at.file) return { lines: [], position: JSON.stringify(following) };
  const lines = found.map(({ collection: { name }, record }) =>
    toExportLine({ type: "record", service, collection: name, archive, record }),
  );
  const position = files.length > 0 ? { ...at, file: { index: 0, part: 0 } } : following;
  return { lines, position: JSON.stringify(position) };
}

/** Writes the first of the listed records, and stops at a record that has files. */
async function exportRecords(
  { scope, service, matcher }: Search,
  collection: PersonCollection,
  { ids, ...at }: Position & { ids: string[] },
): Promise<ExportPart> {
  const records = await openCollection(scope, collection).findByIds(ids.slice(0, recordsPerPart));
  const lines: string[] = [];
  for (const [index, id] of ids.slice(0, recordsPerPart).entries()) {
    const record = records.get(id);
    if (!record || findRoles(record, collection.personal.roles, matcher).length === 0) continue;
    lines.push(toExportLine({ type: "record", service, collection: collection.name, record }));
    const following = { ...at, after: id, ids: ids.slice(index + 1) };
    if ((collection.personal.listFiles?.(record) ?? []).length > 0)
      return { lines, position: JSON.stringify({ ...following, file: { index: 0, part: 0 } }) };
  }
  const after = ids.slice(0, recordsPerPart).at(-1) ?? at.after;
  return { lines, position: JSON.stringify({ ...at, after, ids: ids.slice(recordsPerPart) }) };
}

async function exportFilePart(
  scope: Scope,
  service: string,
  collection: PersonCollection,
  at: Position,
): Promise<ExportPart> {
  const { index, part } = at.file ?? { index: 0, part: 0 };
  const record = await openCollection(scope, collection).findById(at.after);
  const file = record && collection.personal.listFiles?.(record)[index];
  const { file: _written, ...following } = at;
  if (!file) return { lines: [], position: JSON.stringify(following) };
  const data = await readFilePart(scope, file, part);
  const { fileId, name } = file;
  const names = { type: "file", service, collection: collection.name, recordId: at.after, fileId, name };
  const nextFile = data ? { index, part: part + 1 } : { index: index + 1, part: 0 };
  const lines = data ? [toExportLine({ ...names, part, base64: data.toString("base64") })] : [];
  return { lines, position: JSON.stringify({ ...at, file: nextFile }) };
}
