import type { PersonIdentifier, PersonRole } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import type { Scope } from "../data/scope.types.js";
import { findRoles, readValues } from "./erasure.rules.js";
import type { PersonMatcher } from "./person-matcher.js";
import type { PersonCollection, PersonRecord } from "./person-records.js";

/** Other names of the person in a record. */
export async function listLinkedNames(
  { db, scope, matcher }: { db: Database; scope: Scope; matcher: PersonMatcher },
  { personal }: PersonCollection,
  record: PersonRecord,
): Promise<PersonIdentifier[]> {
  const names = [
    ...findRoles(record, personal.roles, matcher).flatMap((role) => readNames(record, role)),
    ...((await personal.findLinks?.(db, scope, record)) ?? []),
  ];
  return names.filter(({ kind, value }) => !matcher.isOfPerson(value, [kind]));
}

/** The values of fields that have one kind: an answer of a visitor can be anything. */
function readNames(record: PersonRecord, { identifiedBy }: PersonRole): PersonIdentifier[] {
  return Object.entries(identifiedBy).flatMap(([path, kinds]) => {
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1 || path === "_id") return [];
    return readValues(record, path).flatMap((value) =>
      typeof value === "string" && value !== "" ? [{ kind, value }] : [],
    );
  });
}
