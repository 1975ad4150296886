import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import type { Document } from "mongodb";
import type { Call } from "../../call/call.js";
import type { CountedCollection, DimensionValues } from "../analytics/counted-collection.js";
import type { CountChange, Counts } from "../counts/count-changes.rules.js";
import type { SharedWrites } from "./shared-writes.js";
import type { TenantCollection } from "./tenant-collection.js";
import type { StoredRecord } from "./tenant-collection.types.js";

/** The database for one call: only records of the call's business can be read and written. */
export interface Scope {
  businessId: string;
  call: Call;
  /** The time that all records of this call get. */
  now: Date;
  collection<T extends StoredRecord>(name: string): TenantCollection<T>;
  /** The records of this business in a shared collection whose records all have a `businessId`. */
  ofShared<T extends StoredRecord>(name: string): TenantCollection<T>;
}

/** A scope whose reads all see the database at one moment. Its writes are refused. */
export interface SnapshotScope extends Scope {
  readonly isSnapshot: true;
}

/** A scope inside a transaction: its writes and its events are committed together or not at all. */
export interface WriteScope extends Scope {
  /**
   * Publishes an event. It is stored in the outbox in this transaction and sent after the commit, at least once: a listener
   * may receive it twice.
   */
  publish<Schema extends DescMessage>(schema: Schema, event: MessageInitShape<Schema>): Promise<void>;
  /**
   * Adds to the counters of the business, in this transaction: with its inserts just before the commit, in the same command.
   * Read them with `readDailyCounts`, `readRangeCounts` and `readTotals`.
   */
  count(change: CountChange): void;
  /**
   * The same for a collection of analytics, at the time to which it belongs. Read it with `queryCounts`.
   * @param values one per dimension of the collection; an empty text where there is none
   */
  countIn<Dimension extends string, Counter extends string>(
    collection: CountedCollection<Dimension, Counter>,
    values: DimensionValues<Dimension>,
    at: Date,
    counts: Partial<Record<Counter, number>> & Counts,
  ): void;
  /**
   * Reserves a name that is unique across all businesses, in a shared collection and in this transaction. A name that any
   * business has already is a duplicate of `_id`: see `isDuplicateKeyError`.
   */
  claim(collection: string, name: string, fields?: Document): Promise<void>;
  /** A shared collection whose records belong to no business; `ofShared` is for those that all have one. */
  shared<T extends StoredRecord>(name: string): SharedWrites<T>;
}
