import { createHash } from "node:crypto";
import type { Document } from "mongodb";
import type { StoredRecord } from "../data/tenancy/tenant-collection.types.js";
import type { Attachment, HistoryGroup, HistoryItem, HistoryKind } from "./retention.types.js";

// An archive is NDJSON, compressed with gzip: one record per line. The records of a group follow each other.

/** One record in a file. */
export interface ArchivedItem {
  collection: string;
  id: string;
  /** The time of the record, if it names a group; empty for other records. */
  time: string;
  /** The line in the file, with its line end. */
  line: string;
  attachments: readonly Attachment[];
}

export type ArchivedGroup = readonly [ArchivedItem, ...ArchivedItem[]];

/** Identifies an archive: business, service, kind of history and number. */
export interface ArchiveName {
  businessId: string;
  service: string;
  kind: string;
  /** 1, 2, 3 … per business and kind. */
  number: number;
}

/** The range of the records in a file. */
export interface ArchivedRange {
  firstId: string;
  lastId: string;
  /** Times of the first and the last record that names a group, by time. */
  from: string;
  until: string;
}

/** What the record of an archive says about the file's content. */
export interface ArchiveContent extends ArchivedRange {
  records: number;
  /** Size of the NDJSON before compression; the hash is of the same bytes. */
  bytes: number;
  sha256: string;
}

/** Name and content of a file that is to be written. */
export interface ArchivePlan extends ArchiveContent {
  file: string;
}

/** The same record always gives the same text: before records are deleted, they are compared with the file by it. */
export const toLine = ({ collection, record }: HistoryItem): string => `${JSON.stringify({ collection, record })}\n`;

/** The properties of a kind of history that determine the format of its files. */
type Format = Pick<HistoryKind, "collections" | "timeField" | "parts" | "listAttachments">;

export function toArchivedGroup(
  [first, ...others]: HistoryGroup,
  { timeField, parts, listAttachments }: Pick<Format, "timeField" | "parts" | "listAttachments">,
): ArchivedGroup {
  const toItem = (item: HistoryItem, time = ""): ArchivedItem => ({
    ...{ collection: item.collection, id: item.record._id, time },
    ...{ line: toLine(item), attachments: listAttachments?.(item.record) ?? [] },
  });
  return [toItem(first, findTime(first, { timeField, parts })), ...others.map((item) => toItem(item))];
}

function findTime({ collection, record }: HistoryItem, { timeField, parts }: Pick<Format, "timeField" | "parts">) {
  return toTime(record[collection === parts?.collection ? parts.timeField : timeField]);
}

/** ISO 8601 in UTC: the alphabetical order is the order of the times. */
const toTime = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/**
 * Each line of the first collection begins a group. A file with a part of a large group begins with a line of another collection; in it each
 * line is a group.
 */
export function parseArchive(
  text: string,
  { collections: [first], timeField, parts, listAttachments }: Format,
): ArchivedGroup[] {
  const groups: [ArchivedItem, ...ArchivedItem[]][] = [];
  const lines = splitLines(text).map((line) => ({ line, ...readRecord(line) }));
  const isPart = parts !== undefined && lines[0]?.collection === parts.collection;
  for (const { line, collection, record } of lines) {
    const isFirst = isPart || collection === first;
    const time = isFirst ? findTime({ collection, record }, { timeField, parts }) : "";
    const item = { collection, id: record._id, time, line, attachments: listAttachments?.(record) ?? [] };
    if (isFirst) groups.push([item]);
    else if (groups.length > 0) groups.at(-1)?.push(item);
    else throw new Error("an archive begins with a record that belongs to another one");
  }
  return groups;
}

export const joinLines = (groups: readonly ArchivedGroup[]): string =>
  groups.flatMap((group) => group.map(({ line }) => line)).join("");

export const listAttachmentsOf = (groups: readonly ArchivedGroup[]): Attachment[] =>
  groups.flatMap((group) => group.flatMap(({ attachments }) => attachments));

export function describeGroups(groups: readonly ArchivedGroup[]): ArchivedRange {
  const [first, last] = [groups[0]?.[0], groups.at(-1)?.[0]];
  if (!first || !last) throw new Error("an archive has at least one record");
  const times = groups.map(([{ time }]) => time).toSorted();
  return { firstId: first.id, lastId: last.id, from: times[0] ?? "", until: times.at(-1) ?? "" };
}

export function readRecord(line: string): { collection: string; record: StoredRecord & Document } {
  return JSON.parse(line) as { collection: string; record: StoredRecord & Document };
}

export function describeText(text: string, range: ArchivedRange): ArchiveContent {
  return {
    records: splitLines(text).length,
    bytes: Buffer.byteLength(text),
    sha256: createHash("sha256").update(text).digest("hex"),
    ...range,
  };
}

/** Keeps the line ends. A regular expression takes ten times as long, and blocks the event loop meanwhile. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const next = end === -1 ? text.length : end + 1;
    lines.push(text.slice(start, next));
    start = next;
  }
  return lines;
}

/** The folder of all archives of a business in this service. */
export const toFolder = ({ businessId, service }: Pick<ArchiveName, "businessId" | "service">): string =>
  `${businessId}/${service}/`;

/**
 * @param attempt random: each attempt to write a file uses its own name, also for the same content. So a process that has lost its lease
 * cannot delete or overwrite a file of another process
 */
export function toFileName(name: ArchiveName, { sha256 }: Pick<ArchiveContent, "sha256">, attempt: string): string {
  const number = String(name.number).padStart(8, "0");
  return `${toFolder(name)}${name.kind}/${number}-${sha256.slice(0, 16)}-${attempt}.ndjson.gz`;
}

/** The names of the file, its manifest, its attachments and their unfinished copies begin with this text, and no other names. */
export const toFilePrefix = (file: string): string => file.replace(/ndjson\.gz$/, "");

export const toManifestName = (file: string): string => `${toFilePrefix(file)}manifest.json`;

/** The name of an attachment: a file that a record of the archive refers to. */
export const toAttachmentName = (file: string, { fileId }: Pick<Attachment, "fileId">): string =>
  `${toFilePrefix(file)}${fileId}`;

export function toManifest(name: ArchiveName, { file: path, ...content }: ArchivePlan): string {
  const file = path.split("/").at(-1);
  return `${JSON.stringify({ format: 1, ...name, file, ...content }, null, 2)}\n`;
}
