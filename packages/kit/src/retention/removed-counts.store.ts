import type { Document, IndexDescription } from "mongodb";
import type { CountSource } from "../data/counts/count-audit.js";
import { removedCountCollection, toQuarterStart } from "../data/counts/count-audit.js";
import type { WriteScope } from "../data/tenancy/scope.types.js";
import type { StoredRecord } from "../data/tenancy/tenant-collection.types.js";

/** The counts of deleted records, per quarter of an hour. A full count adds them to the counts of the existing records. */
interface RemovedCountRow extends StoredRecord {
  collection: string;
  /** Name of a collection of analytics whose counters these are; absent for the counters per day. */
  counted?: string;
  /** The values of the dimensions in a collection of analytics. */
  subject: string | string[];
  /** null for the total of all time. */
  at: Date | null;
  counts: Record<string, number>;
}

export const removedCountIndexes: IndexDescription[] = [{ key: { collection: 1 } }];

/** Call it in the transaction that deletes these records, before they are deleted. It counts them with the stages of the full count. */
export function keepCounts(
  scope: WriteScope,
  sources: readonly CountSource[],
  collection: string,
  ids: readonly string[],
): Promise<void> {
  return addCounts(scope, sources, { collection, ids, sign: 1 });
}

/** The opposite of `keepCounts`: call it in the transaction that inserts deleted records again, after the insert. */
export function dropCounts(
  scope: WriteScope,
  sources: readonly CountSource[],
  collection: string,
  ids: readonly string[],
): Promise<void> {
  return addCounts(scope, sources, { collection, ids, sign: -1 });
}

async function addCounts(
  scope: WriteScope,
  sources: readonly CountSource[],
  { collection, ids, sign }: { collection: string; ids: readonly string[]; sign: 1 | -1 },
): Promise<void> {
  for (const { names, stages, counted } of sources.filter((source) => source.collection === collection)) {
    const sums = Object.fromEntries(names.map((name) => [name, { $sum: `$${name}` }]));
    const found = await scope
      .collection(collection)
      .aggregate<Document & { _id: { subject: string | string[]; at: Date | null } }>([
        { $match: { _id: { $in: [...ids] } } },
        ...stages,
        { $group: { _id: { subject: "$subject", at: toQuarterStart("$at") }, ...sums } },
        { $sort: { _id: 1 } },
      ]);
    const changes = found.map(({ _id: { subject, at }, ...sumsOfRow }) => ({
      filter: { _id: toRowId(scope.businessId, [collection, counted?.name, subject, at?.getTime() ?? "all"]) },
      update: {
        $setOnInsert: { collection, subject, at, ...(counted && { counted: counted.name }) },
        $inc: Object.fromEntries(names.map((name) => [`counts.${name}`, sign * (sumsOfRow[name] as number)])),
      },
      upsert: true,
    }));
    await scope.collection<RemovedCountRow>(removedCountCollection).updateEach(changes);
  }
}

const toRowId = (businessId: string, parts: readonly (string | number | string[] | undefined)[]): string =>
  [
    businessId,
    ...parts.flatMap((part) => (part === undefined ? [] : [Array.isArray(part) ? JSON.stringify(part) : part])),
  ].join("|");
