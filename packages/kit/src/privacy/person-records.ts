import type { Document, Filter } from "mongodb";
import type { CollectionLife, DataLife, PersonalData } from "../data/data-life.types.js";
import type { Scope } from "../data/scope.types.js";
import type { TenantCollection } from "../data/tenant-collection.js";
import type { StoredRecord } from "../data/tenant-collection.types.js";
import type { PersonMatcher } from "./person-matcher.js";

export type PersonRecord = StoredRecord & Document;

/** A collection that can be about persons. */
export interface PersonCollection {
  name: string;
  personal: PersonalData;
  isShared: boolean;
}

export function listPersonCollections({ collections }: DataLife): PersonCollection[] {
  return Object.entries(collections).flatMap(([name, { personal, isShared }]: [string, CollectionLife]) =>
    typeof personal === "string" ? [] : [{ name, personal, isShared: isShared === true }],
  );
}

export function openCollection(scope: Scope, { name, isShared }: PersonCollection): TenantCollection<PersonRecord> {
  return isShared ? scope.ofShared<PersonRecord>(name) : scope.collection<PersonRecord>(name);
}

/** Records of the person, in any order. */
export function findRecords(
  scope: Scope,
  collection: PersonCollection,
  matcher: PersonMatcher,
  { limit, idsOnly = false }: { limit: number; idsOnly?: boolean },
): Promise<PersonRecord[]> {
  const filter = matcher.toFilter(collection.personal.roles) as Filter<PersonRecord>;
  const projection = idsOnly ? { _id: 1 } : { businessId: 0 };
  return openCollection(scope, collection).find(filter, { limit, projection });
}

export function countRecords(scope: Scope, collection: PersonCollection, matcher: PersonMatcher): Promise<number> {
  const filter = matcher.toFilter(collection.personal.roles) as Filter<PersonRecord>;
  return openCollection(scope, collection).count(filter);
}
