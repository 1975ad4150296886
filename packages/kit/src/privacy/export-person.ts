import type { Document } from "mongodb";
import type { Call } from "../call/call.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import type { Scope } from "../data/scope.types.js";
import { readFilePart } from "../data/stored-files.js";
import { createPersonMatcher } from "./person-matcher.js";
import { findRecords, listPersonCollections, openCollection, type PersonCollection } from "./person-records.js";
import type { PrivacyOptions } from "./privacy.types.js";

/** Bounds what one answer holds in memory: a record has at most about 100 KB, a part of a file 340 KB as text. */
const recordsPerPart = 10;
const recordsMax = 100_000;

/** Where an export goes on. */
interface Position {
  collection: number;
  /** The last record that was written. */
  after: string;
  /** The files of that record that are still to be written, and from which part. */
  file?: { index: number; part: number };
}

export interface ExportPart {
  lines: string[];
  position: string;
}

/** The next lines of what is stored about a person: its records as they are, each followed by its files. */
export async function exportPerson(
  { db, life, service }: PrivacyOptions,
  call: Call,
  identifiers: readonly PersonIdentifier[],
  given: string,
): Promise<ExportPart> {
  const collections = listPersonCollections(life);
  const scope = db.scope(call);
  const at: Position = given === "" ? { collection: 0, after: "" } : (JSON.parse(given) as Position);
  const collection = collections[at.collection];
  if (!collection) return { lines: [], position: "" };
  if (at.file) return exportFilePart(scope, service, collection, at);
  const ids = await listIds(scope, collection, identifiers);
  const next = ids.filter((id) => id > at.after).slice(0, recordsPerPart);
  const records = await openCollection(scope, collection).findByIds(next);
  const lines: string[] = [];
  for (const id of next) {
    const record = records.get(id);
    if (!record) continue;
    lines.push(toLine({ type: "record", service, collection: collection.name, record }));
    if ((collection.personal.listFiles?.(record) ?? []).length > 0)
      return { lines, position: JSON.stringify({ ...at, after: id, file: { index: 0, part: 0 } }) };
  }
  const last = next.at(-1);
  const isEnd = last === undefined || last === ids.at(-1);
  if (!isEnd) return { lines, position: JSON.stringify({ ...at, after: last }) };
  return { lines, position: toNextCollection(at, collections.length) };
}

function toNextCollection({ collection }: Position, count: number): string {
  return collection + 1 < count ? JSON.stringify({ collection: collection + 1, after: "" }) : "";
}

async function listIds(
  scope: Scope,
  collection: PersonCollection,
  identifiers: readonly PersonIdentifier[],
): Promise<string[]> {
  const matcher = createPersonMatcher(identifiers);
  const found = await findRecords(scope, collection, matcher, { limit: recordsMax, idsOnly: true });
  return found.map(({ _id }) => _id).toSorted((one, other) => (one < other ? -1 : 1));
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
  if (!file) return { lines: [], position: JSON.stringify({ collection: at.collection, after: at.after }) };
  const data = await readFilePart(scope, file, part);
  const { fileId, name } = file;
  const names = { type: "file", service, collection: collection.name, recordId: at.after, fileId, name };
  const following = data ? { index, part: part + 1 } : { index: index + 1, part: 0 };
  const lines = data ? [toLine({ ...names, part, base64: data.toString("base64") })] : [];
  return { lines, position: JSON.stringify({ ...at, file: following }) };
}

/** Hashes of cookies, codes and links, and what searches are made of: nothing about the person, and of use to others only. */
const internalName = /(hash|hashes|trigrams)$/i;

const toLine = (line: Document): string =>
  `${JSON.stringify(line, (name, value: unknown) => (internalName.test(name) ? undefined : value))}\n`;
