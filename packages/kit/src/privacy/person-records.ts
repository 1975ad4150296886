import type { Document } from "mongodb";
import type { CollectionLife, DataLife, PersonalData } from "../data/data-life.types.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import type { TenantCollection } from "../data/tenancy/tenant-collection.js";
import type { StoredRecord } from "../data/tenancy/tenant-collection.types.js";
import type { PersonMatcher } from "./person-matcher.js";

export type PersonRecord = StoredRecord & Document;

/** A collection with records of businesses. */
export interface BusinessCollection {
  name: string;
  isShared: boolean;
}

/** A collection that can be about persons. */
export interface PersonCollection extends BusinessCollection {
  personal: PersonalData;
}

export function listPersonCollections({ collections }: DataLife): PersonCollection[] {
  return Object.entries(collections).flatMap(([name, { personal, isShared }]: [string, CollectionLife]) =>
    typeof personal === "string" ? [] : [{ name, personal, isShared: isShared === true }],
  );
}

export function openCollection(scope: Scope, { name, isShared }: BusinessCollection): TenantCollection<PersonRecord> {
  return isShared ? scope.ofShared<PersonRecord>(name) : scope.collection<PersonRecord>(name);
}

/** The range of records that one command examines. */
export interface RecordWindow {
  /** A condition on `_id`; absent for all records of the business. */
  range?: Document;
  /** Use the index of the ids, and not an index that begins with the business. */
  isById?: true;
}

/** Records of the person in a window, in the order of their ids. */
export function findRecords(
  scope: Scope,
  collection: PersonCollection,
  matcher: PersonMatcher,
  { limit, window, idsOnly = false }: { limit: number; window: RecordWindow; idsOnly?: boolean },
): Promise<PersonRecord[]> {
  const { range, isById } = window;
  const filter = { ...matcher.toFilter(collection.personal.roles), ...(range && { _id: range }) };
  return openCollection(scope, collection).find(filter, {
    ...{ limit, sort: { _id: 1 }, projection: idsOnly ? { _id: 1 } : { businessId: 0 } },
    ...(isById && { hint: { _id: 1 } }),
  });
}
