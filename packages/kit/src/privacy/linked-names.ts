import type { DataLife, PersonIdentifier, PersonRole } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import { type PersonMatcher, readValues } from "./person-matcher.js";
import type { PersonCollection, PersonRecord } from "./person-records.js";

/** The largest number of characters of a name. */
export const nameLengthMax = 320;
/** A request with so many linked names has more names than one person can have, so further ones are not collected. */
export const linksMax = 5000;

/** Other names of the person in a record; none when the record was matched only by a free-text field. */
export async function listLinkedNames(
  { db, scope, matcher }: { db: Database; scope: Scope; matcher: PersonMatcher },
  { personal }: PersonCollection,
  record: PersonRecord,
): Promise<PersonIdentifier[]> {
  const known = personal.roles.filter((role) => matcher.isKnownIn(record, role));
  if (known.length === 0) return [];
  const names = [
    ...known.flatMap((role) => readNames(record, role)),
    ...((await personal.findLinks?.({ db, scope, isOfPerson: matcher.isOfPerson }, record)) ?? []),
  ];
  return names.filter((name) => isUsable(name) && !matcher.isOfPerson(name.value, [name.kind]));
}

/** A visitor can write any text into a form, and no request accepts a longer name. */
export const isUsable = ({ value }: PersonIdentifier): boolean => value.length > 0 && value.length <= nameLengthMax;

/** Names that the service computes from the known names, without the known names. */
export async function deriveNames(
  { db, life }: { db: Database; life: DataLife },
  { scope, matcher }: { scope: Scope; matcher: PersonMatcher },
  known: readonly PersonIdentifier[],
): Promise<PersonIdentifier[]> {
  const derived = (await life.deriveNames?.({ db, scope }, known)) ?? [];
  return derived.filter(({ kind, value }) => !matcher.isOfPerson(value, [kind]));
}

/** Reads only fields with exactly one kind: a field with several kinds is free text, such as an answer of a visitor. */
function readNames(record: PersonRecord, { identifiedBy }: PersonRole): PersonIdentifier[] {
  return Object.entries(identifiedBy).flatMap(([path, kinds]) => {
    const [kind] = kinds;
    if (kind === undefined || kind === "visitorId" || kinds.length > 1 || path === "_id") return [];
    return readValues(record, path).flatMap((value) =>
      typeof value === "string" && value !== "" ? [{ kind, value }] : [],
    );
  });
}
