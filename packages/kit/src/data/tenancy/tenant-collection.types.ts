import type { ClientSession, CollationOptions, Document } from "mongodb";
import type { RawRows } from "../../serialization/raw-rows.js";

/** The field that every stored record has in addition to its own. The kit writes it and removes it from results. */
export interface BusinessOwned {
  businessId: string;
}

export interface StoredRecord {
  _id: string;
}

export interface UpdateCounts {
  matchedCount: number;
  modifiedCount: number;
  upsertedCount: number;
}

/** The call that uses a collection. */
export interface CollectionContext {
  businessId: string;
  session?: ClientSession;
  /** All reads of the session see the database at one moment. */
  isSnapshot?: boolean;
  /** Time limit of the next operation, in milliseconds. */
  maxTimeMS: () => number;
  /** Adds a document to those that are inserted just before the commit. Absent outside of a transaction. */
  append?: (collection: string, document: Document) => void;
  /** Adds an update to those that are sent just before the commit. Absent outside of a transaction. */
  appendUpdate?: (collection: string, filter: Document, update: Document) => void;
  /** Called after each update or deletion. */
  onChange?: (collection: string) => void;
  /** Sends a `find` command whose answer is one batch. Absent in a transaction. */
  findRaw?: (command: Document) => Promise<RawRows>;
}

/** The options of `findRaw`, as the command `find` of MongoDB has them. */
export interface RawFindOptions {
  sort: Document;
  limit: number;
  projection?: Document;
  hint?: Document;
  collation?: CollationOptions;
}
