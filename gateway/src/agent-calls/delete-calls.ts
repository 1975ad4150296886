import { createSystemCall } from "@tenant-ops/kit/call";
import { analyticsIndexes, type Database } from "@tenant-ops/kit/data";

const recordsPerTransaction = 500;
/** Open counters first: a day that is packed meanwhile is then deleted with the packed ones, or the packing finds nothing any more. */
const collections = Object.keys(analyticsIndexes);

/** Deletes a part of the counters of a sandbox. @returns whether there may be more */
export async function deleteCalls(db: Database, sandboxId: string): Promise<boolean> {
  const deleted = await db.transaction(createSystemCall(sandboxId, "delete agent calls"), async (scope) => {
    for (const name of collections) {
      const records = scope.collection(name);
      const found = await records.find({}, { limit: recordsPerTransaction, projection: { _id: 1 } });
      if (found.length > 0) return records.deleteByIds(found.map(({ _id }) => _id));
    }
    return 0;
  });
  return deleted > 0;
}
