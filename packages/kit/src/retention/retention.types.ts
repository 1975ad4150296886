import type { Document } from "mongodb";
import type { Scope, WriteScope } from "../data/tenancy/scope.types.js";
import type { StoredRecord } from "../data/tenancy/tenant-collection.types.js";

export type HistoryRecord = StoredRecord & Document;

/** A record of history, with its collection. */
export interface HistoryItem {
  collection: string;
  record: HistoryRecord;
}

/** A file that a record refers to. Its content is stored in the database in parts. */
export interface Attachment {
  fileId: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

/** Records that are archived or deleted together, such as a spin and its prize. The id of the first one names the group. */
export type HistoryGroup = readonly [HistoryItem, ...HistoryItem[]];

export interface HistorySearch {
  /** Only groups that ended before this time are found. */
  before: Date;
  /** Position of the search; empty at the beginning. */
  after: string;
  /** The largest number of groups in the answer. */
  limit: number;
}

export interface FoundHistory {
  groups: HistoryGroup[];
  /**
   * Position of the next search; undefined at the end. `groups` can be empty before the end: one search examines a bounded number of records.
   * With a part, `next` leads to the same group again: its other records are found after the part was deleted.
   */
  next: string | undefined;
  /** Instead of groups: the next group has more records than a transaction may delete. */
  part?: HistoryPart;
}

/**
 * The oldest records of a group that is too large for one transaction. They are deleted before the other records of the group. The record that
 * names the group is deleted last, so after a crash the next search finds the remaining records.
 */
export interface HistoryPart {
  /** One group for each of these records. */
  groups: HistoryGroup[];
  /** How many records the whole group has, including those of this part. */
  recordsOfGroup: number;
  /** Time of the record that names the group. */
  time: Date;
  /** Position of a search that skips the whole group. */
  beyond: string;
}

/** A kind of history for which a business can choose a retention. */
export interface HistoryKind {
  /** The name in the rules of businesses. */
  name: string;
  /** The first collection contains the records that name groups. */
  collections: readonly [string, ...string[]];
  /** The field with the time of a record that names a group. */
  timeField: string;
  /** For a kind whose groups can have any number of records: the collection with the records of parts, and the field with their time. */
  parts?: { collection: string; timeField: string };
  /** The files of a record, which are archived and deleted with it. In a store each is a separate object beside the archive. */
  listAttachments?: (record: HistoryRecord) => readonly Attachment[];
  /** Finds groups that are old and have ended, in a fixed order. */
  find: (scope: Scope, search: HistorySearch) => Promise<FoundHistory>;
  /** Whether a group has ended before a time. When absent, the time of the record that names the group is compared. */
  hasEnded?: (group: HistoryGroup, before: Date) => boolean;
  /**
   * Runs in the transaction that deletes the records, before the deletion: stores values that are computed from them.
   * @param before only groups that ended before this time may be deleted
   * @returns the groups that may be deleted; the others stay
   */
  onRemove?: (scope: WriteScope, groups: readonly HistoryGroup[], before: Date) => Promise<readonly HistoryGroup[]>;
}

export const retentionModes = ["archive", "delete"] as const;
export type RetentionMode = (typeof retentionModes)[number];

/** The choice of a business for one kind. Without a rule the history is kept until the business is deleted. */
export interface RetentionRule {
  mode: RetentionMode;
  /** Days after the end of the history (of the spin, session, …). */
  days: number;
}

export type RetentionRules = Readonly<Record<string, RetentionRule>>;
