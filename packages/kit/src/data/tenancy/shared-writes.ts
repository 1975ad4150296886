import type { Collection, Document, Filter, UpdateFilter } from "mongodb";
import { toEqualityFilter } from "../lists/filters.js";
import type { CollectionContext, StoredRecord } from "./tenant-collection.types.js";

/**
 * A shared collection in a transaction. Its records belong to no business, or to several: such as people, who can be members of many.
 * Records of one business are reached with `ofShared`.
 */
export interface SharedWrites<T extends StoredRecord> {
  findOne(filter: Filter<T>): Promise<T | null>;
  /** Changes the record with this id, and inserts it when there is none. */
  upsert(id: string, update: UpdateFilter<T>): Promise<void>;
  updateMany(filter: Filter<T>, update: UpdateFilter<T>): Promise<{ matchedCount: number }>;
  deleteMany(filter: Filter<T>): Promise<{ deletedCount: number }>;
}

/** Where records of shared collections can be deleted: a transaction, or the database without one. */
export interface SharedDeletes {
  shared<T extends StoredRecord>(name: string): Pick<SharedWrites<T>, "deleteMany">;
}

export function openSharedWrites<T extends StoredRecord>(
  given: Collection<Document>,
  { session, maxTimeMS }: CollectionContext,
): SharedWrites<T> {
  const collection = given as unknown as Collection<T>;
  const getOptions = () => ({ ...(session && { session }), maxTimeMS: maxTimeMS() });
  const toFilter = (filter: Filter<T>) => toEqualityFilter(filter);
  return {
    findOne: async (filter) => (await collection.findOne(toFilter(filter), getOptions())) as T | null,
    upsert: async (id, update) =>
      void (await collection.updateOne(toFilter({ _id: id } as Filter<T>), update, { ...getOptions(), upsert: true })),
    updateMany: (filter, update) => collection.updateMany(toFilter(filter), update, getOptions()),
    deleteMany: (filter) => collection.deleteMany(toFilter(filter), getOptions()),
  };
}
