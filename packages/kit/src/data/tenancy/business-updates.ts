import type { AnyBulkWriteOperation, Collection, Document, Filter, UpdateFilter } from "mongodb";
import { assertBusinessId } from "../../call/business-id.js";
import type { Call } from "../../call/call.js";
import { toEqualityFilter } from "../lists/filters.js";
import { remainingTimeMs } from "../transactions/remaining-time.js";
import type { StoredRecord } from "./tenant-collection.types.js";

/** A change of records of one business, that of the call. */
export interface BusinessUpdate<T extends StoredRecord> {
  call: Call;
  filter: Filter<T>;
  update: UpdateFilter<T>;
  /** Changes all records that match, and not only one. The driver does not repeat a command with such a change. */
  many?: true;
}

/** See `Database.updateOfBusinesses`. */
export async function updateOfBusinesses<T extends StoredRecord>(
  collection: Collection,
  updates: readonly BusinessUpdate<T>[],
): Promise<number> {
  if (updates.length === 0) return 0;
  const maxTimeMS = remainingTimeMs(updates.map(({ call }) => call));
  const result = await collection.bulkWrite(updates.map(toOperation), { ordered: false, maxTimeMS });
  return result.matchedCount;
}

function toOperation<T extends StoredRecord>({ call, filter, update, many }: BusinessUpdate<T>) {
  assertBusinessId(call.businessId);
  const change = {
    filter: { ...toEqualityFilter(filter), businessId: call.businessId } as Filter<Document>,
    update: update as UpdateFilter<Document>,
  };
  return (many ? { updateMany: change } : { updateOne: change }) as AnyBulkWriteOperation;
}
