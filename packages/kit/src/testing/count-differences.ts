import { type CountDifference, type CountSource, findCountDifferences } from "../data/counts/count-audit.js";
import type { Database } from "../data/database.types.js";

/** Where the counters of a business differ from a full count. */
export async function listCountDifferences(
  db: Database,
  businessId: string,
  sources: readonly CountSource[],
): Promise<CountDifference[]> {
  const found: CountDifference[] = [];
  // The job compares all businesses at once, which takes longer with each test of a file.
  const acrossBusinesses: Database["acrossBusinesses"] = (collection, stages, given) =>
    db.acrossBusinesses(collection, [{ $match: { businessId } }, ...stages], given);
  for (const source of sources) {
    for await (const difference of findCountDifferences({ ...db, acrossBusinesses }, source)) {
      if (difference.businessId === businessId) found.push(difference);
    }
  }
  return found;
}
