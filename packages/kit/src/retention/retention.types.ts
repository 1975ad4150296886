import type { Document } from "mongodb";
import type { Scope, WriteScope } from "../data/scope.types.js";
import type { StoredRecord } from "../data/tenant-collection.types.js";

export type HistoryRecord = StoredRecord & Document;

/** A record of history, with the collection that has it. */
export interface HistoryItem {
  collection: string;
  record: HistoryRecord;
}

/** A file that a record names. Its content is in the database in parts. */
export interface Attachment {
  fileId: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

/** Records that leave together, such as a spin and its prize. The first one names the group. */
export type HistoryGroup = readonly [HistoryItem, ...HistoryItem[]];

export interface HistorySearch {
  /** Only what ended before this time. */
  before: Date;
  /** Where the search goes on; empty at the beginning. */
  after: string;
  /** Groups in the answer at most. */
  limit: number;
}

export interface FoundHistory {
  groups: HistoryGroup[];
  /**
   * Where to go on; undefined at the end. There can be more although `groups` is empty: one search examines a bounded number of records. With a
   * part, `next` leads to the same group again: the rest of it is found after the part has left.
   */
  next: string | undefined;
  /** Instead of groups: the next group has more records than a transaction may delete. */
  part?: HistoryPart;
}

/**
 * The oldest records of a group that is too large for one transaction. Each leaves by itself, before the others. The record that names the group
 * leaves last, so after a crash the next search finds what is left.
 */
export interface HistoryPart {
  /** One for each of these records. */
  groups: HistoryGroup[];
  /** How many records the whole group has, with those of this part. */
  recordsOfGroup: number;
  /** Time of the record that names the group. */
  time: Date;
  /** Where a search goes on after the whole group. */
  beyond: string;
}

/** History that a business may let go by its age. */
export interface HistoryKind {
  /** As businesses name it in their setting. */
  name: string;
  /** The first one has the record that names a group. */
  collections: readonly [string, ...string[]];
  /** The time of that record. */
  timeField: string;
  /** Of a kind whose groups can have any number of records: the collection with the records of parts, and the time of such a record. */
  parts?: { collection: string; timeField: string };
  /** The files of a record: they leave with it. In an archive each is an object of its own, beside the file with the records. */
  listAttachments?: (record: HistoryRecord) => readonly Attachment[];
  /** Finds what is old and has ended, in a fixed order. */
  find: (scope: Scope, search: HistorySearch) => Promise<FoundHistory>;
  /** Whether a group that was found has ended before a time; without it, the time of the record that names the group decides. */
  hasEnded?: (group: HistoryGroup, before: Date) => boolean;
  /**
   * Runs in the transaction that deletes the records, before it: keeps what others compute from them.
   * @param before only what ended before this time goes
   * @returns the groups that may go; the others stay
   */
  onRemove?: (scope: WriteScope, groups: readonly HistoryGroup[], before: Date) => Promise<readonly HistoryGroup[]>;
}

export const retentionModes = ["archive", "delete"] as const;
export type RetentionMode = (typeof retentionModes)[number];

/** What a business has chosen for one kind. Without a rule it is kept until the business leaves. */
export interface RetentionRule {
  mode: RetentionMode;
  /** Since the history has ended. */
  days: number;
}

export type RetentionRules = Readonly<Record<string, RetentionRule>>;
