import type { Document } from "mongodb";
import { dailyCountCollection } from "../data/counts/daily-counts.js";
import type { CollectionLife, DataLife } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { infrastructureLife } from "../data/infrastructure-life.js";
import { quotaGuardCollection } from "../data/counts/quota.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import type { StoredRecord } from "../data/tenancy/tenant-collection.types.js";
import { type BusinessCollection, findWindow, openCollection } from "../privacy/index.js";

/** A collection that its declaration says can have records of a business. */
export interface OffboardingCollection extends BusinessCollection {
  life: CollectionLife;
  /** The business has one record at most, with its id. */
  isById: boolean;
}

export type BusinessRecord = StoredRecord & Document;

/** All collections of a process with records of businesses. The kit's own collections of counters come last. */
export function listOffboardingCollections({ collections }: DataLife): OffboardingCollection[] {
  const counting = [quotaGuardCollection, dailyCountCollection].map(
    (name) => [name, infrastructureLife[name]] as const,
  );
  return [...Object.entries(collections), ...counting].flatMap(([name, life]) =>
    !life || life.ofBusiness === "none"
      ? []
      : [{ name, life, isShared: life.isShared === true, isById: life.ofBusiness === "_id" }],
  );
}

interface Part {
  records: BusinessRecord[];
  /** Where the next part begins; undefined when this one is the last. */
  next: string | undefined;
}

/**
 * The next records of the business in a collection, in the order of their ids. Each command examines one window at most.
 * @param after the last id that was examined; empty at the beginning
 */
export async function findPart(
  db: Database,
  scope: Scope,
  collection: OffboardingCollection,
  after: string,
  { limit, projection }: { limit: number; projection: Document },
): Promise<Part> {
  if (collection.isById) {
    const filter = { _id: { $eq: scope.businessId } };
    const found = await db.shared<BusinessRecord>(collection.name).findOne(filter, { projection });
    return { records: found && after === "" ? [found] : [], next: undefined };
  }
  const { window, next } = await findWindow(db, scope, collection, after);
  const { range, isById } = window;
  const records = await openCollection(scope, collection).find(range ? { _id: range } : {}, {
    ...{ limit, sort: { _id: 1 }, projection },
    ...(isById && { hint: { _id: 1 } }),
  });
  return { records, next: records.length === limit ? records.at(-1)?._id : next };
}
