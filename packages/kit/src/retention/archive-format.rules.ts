import { createHash } from "node:crypto";
import type { Document } from "mongodb";
import type { StoredRecord } from "../data/tenant-collection.types.js";
import type { Attachment, HistoryGroup, HistoryItem, HistoryKind } from "./retention.types.js";

// An archive is NDJSON, compressed with gzip: one record per line, those that leave together one after another.

/** A line as it stands in a file, with the line end. */
export interface ArchivedItem {
  collection: string;
  id: string;
  /** Of the record that names a group: its time. Empty of others. */
  time: string;
  line: string;
  attachments: readonly Attachment[];
}

export type ArchivedGroup = readonly [ArchivedItem, ...ArchivedItem[]];

/** Which file of which history. */
export interface ArchiveName {
  businessId: string;
  service: string;
  kind: string;
  /** 1, 2, 3 … per business and kind. */
  number: number;
}

/** Of which records a file is. */
export interface ArchivedRange {
  firstId: string;
  lastId: string;
  /** Times of the first and the last record that names a group, by time. */
  from: string;
  until: string;
}

/** What is known about a file without reading it. */
export interface ArchiveContent extends ArchivedRange {
  records: number;
  /** Of the NDJSON before it is compressed; so is the hash. */
  bytes: number;
  sha256: string;
}

/** A file, known before it is written. */
export interface ArchivePlan extends ArchiveContent {
  file: string;
}

/** The same text for the same record: what is deleted is compared by it. */
export const toLine = ({ collection, record }: HistoryItem): string => `${JSON.stringify({ collection, record })}\n`;

/** What reads and writes files has to know about a kind of history. */
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

/** Dates are written as ISO 8601 in UTC, whose order is that of the times. */
const toTime = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** Each line of the first collection begins a group. A file with a part of a large group begins with another one: there each line is a group. */
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

/** With their line ends. A regular expression takes ten times as long, and holds the event loop meanwhile. */
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

/** All that the service keeps of a business. */
export const toFolder = ({ businessId, service }: Pick<ArchiveName, "businessId" | "service">): string =>
  `${businessId}/${service}/`;

/**
 * @param attempt random: each attempt to write a file has a name of its own, also for the same content. So a process that has lost its
 * lease deletes or overwrites nothing that another one has written
 */
export function toFileName(name: ArchiveName, { sha256 }: Pick<ArchiveContent, "sha256">, attempt: string): string {
  const number = String(name.number).padStart(8, "0");
  return `${toFolder(name)}${name.kind}/${number}-${sha256.slice(0, 16)}-${attempt}.ndjson.gz`;
}

/** What the file, its manifest, the attachments, and what a crash leaves of them begin with, and nothing else. */
export const toFilePrefix = (file: string): string => file.replace(/ndjson\.gz$/, "");

export const toManifestName = (file: string): string => `${toFilePrefix(file)}manifest.json`;

/** Of a file that one of its records names. */
export const toAttachmentName = (file: string, { fileId }: Pick<Attachment, "fileId">): string =>
  `${toFilePrefix(file)}${fileId}`;

export function toManifest(name: ArchiveName, { file: path, ...content }: ArchivePlan): string {
  const file = path.split("/").at(-1);
  return `${JSON.stringify({ format: 1, ...name, file, ...content }, null, 2)}\n`;
}
