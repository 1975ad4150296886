import type { CombinationChange } from "../counts/count-changes.rules.js";
import type { StoredRecord } from "../tenancy/tenant-collection.types.js";

/** What one transaction has counted, until it is added to the open counters a few seconds later. */
export interface CountChangeRow extends StoredRecord {
  createdAt: Date;
  changes: CombinationChange[];
}

/** Increments by the quarter of an hour of a day in UTC, "0" to "95", and by the name of the counter. */
export type Quarters = Record<string, Record<string, number>>;

/** The counters of one combination of dimension values on one day in UTC, until the day is packed. */
export interface OpenCountRow extends StoredRecord {
  collection: string;
  /** One per dimension, in the order of the declaration. */
  values: string[];
  /** Midnight in UTC. */
  day: Date;
  quarters?: Quarters;
}

/**
 * A day that is over, or a part of it: all combinations of one set of dimensions. Each set has records of its own, so a query by product reads as many
 * combinations as there are products, whatever other dimensions the collection has. Values and sums are columns with one element per combination: a
 * query of 90 days decodes 90 records with a few arrays, and not thousands of objects.
 */
export interface PackedCountRow extends StoredRecord {
  collection: string;
  /** The names of its dimensions, in the order of the declaration, joined by commas; empty for the whole business. */
  set: string;
  /** Null for the sum of all packed days, of the counters that are levels: what there is now is read from it, however many days there are. */
  day: Date | null;
  part: number;
  /** How many combinations it has: a query is refused by their number before they are read. */
  size: number;
  /** By dimension of the set, in its order. */
  values: string[][];
  /** By counter, of the whole day: a query needs the quarters of an hour only where a range or an interval begins or ends. */
  sums: Record<string, number[]>;
  /** Of each combination. */
  quarters: Quarters[];
}

export const countChangeCollection = "countChanges";
export const openCountCollection = "openCounts";
export const packedCountCollection = "packedCounts";

/** To spread into the indexes of a service that counts for analytics. */
export const analyticsIndexes = {
  [countChangeCollection]: [{ key: { _id: 1 } }],
  [openCountCollection]: [{ key: { collection: 1, day: 1 } }],
  // The size is in the index, so that the number of combinations of a query is known without reading them.
  [packedCountCollection]: [{ key: { collection: 1, set: 1, day: 1, size: 1 } }],
} as const;
