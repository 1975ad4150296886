import type { DataLife, LinkedName, PersonIdentifier, PersonRole } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { isMadeByMesh, toNameKey } from "../data/ids.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import { type PersonMatcher, readValues, selectProving } from "./person-matcher.js";
import { describeTextLength } from "../errors/problems.js";
import type { PersonCollection, PersonRecord } from "./person-records.js";

/** The largest number of characters of a name. */
export const nameLengthMax = 320;
/** A request with so many linked names has more names than one person can have, so further ones are not collected. */
export const linksMax = 5000;

/** Other names in a record. */
export interface LinkedNames {
  /** Of the same person, and ids of registrations. */
  links: PersonIdentifier[];
  /** Nothing proves that they are of the same person. */
  unproven: PersonIdentifier[];
}

/**
 * Other names in a record of the person. A name is linked when the record proves both: the name, and the one by which the record was found. What a
 * visitor has typed proves nothing. The id of a registration is always linked, because it leads to the records of this registration only.
 */
export async function listLinkedNames(
  { db, scope, matcher }: { db: Database; scope: Scope; matcher: PersonMatcher },
  { personal }: PersonCollection,
  record: PersonRecord,
): Promise<LinkedNames> {
  const { roles, findLinks } = personal;
  const found = roles.filter((role) => matcher.isIn(record, role));
  if (found.length === 0) return { links: [], unproven: [] };
  const names = [
    ...roles.flatMap((role) => readRegistrationIds(record, role)),
    ...found.flatMap((role) => readNames(record, role, matcher.isProvenIn(record, role))),
    ...((await findLinks?.({ db, scope, isOfPerson: matcher.isOfPerson }, record)) ?? []),
  ].filter((name) => isUsableName(name) && !matcher.isOfPerson(name.value, [name.kind]));
  const links = names.filter(({ isProven }) => isProven).map(({ kind, value }): PersonIdentifier => ({ kind, value }));
  const linked = new Set(links.map(toNameKey));
  const unproven = names
    .filter((name) => !linked.has(toNameKey(name)))
    // The id of a visitor is computed from a name that is listed.
    .filter((name) => !isMadeByMesh(name))
    .map(({ kind, value }): PersonIdentifier => ({ kind, value }));
  return { links, unproven };
}

/** A visitor can write any text into a form, and no request accepts a longer name. */
export const isUsableName = ({ value }: PersonIdentifier): boolean =>
  value !== "" && describeTextLength(nameLengthMax, value) === undefined;

/** Names that the service computes from the known names, without the known names. */
export async function deriveNames(
  { db, life }: { db: Database; life: DataLife },
  { scope, matcher }: { scope: Scope; matcher: PersonMatcher },
  known: readonly PersonIdentifier[],
): Promise<PersonIdentifier[]> {
  const derived = (await life.deriveNames?.({ db, scope }, known)) ?? [];
  return derived.filter(({ kind, value }) => !matcher.isOfPerson(value, [kind]));
}

/** Answers are left out: only the service knows what each of them is. */
function readNames(record: PersonRecord, { identifiedBy }: PersonRole, isProvenIn: boolean): LinkedName[] {
  return Object.entries(identifiedBy).flatMap(([path, kinds]) => {
    const [kind] = kinds;
    if (kind === undefined || kind === "visitorId" || kind === "registrationId" || path.endsWith(".*")) return [];
    const isProven = isProvenIn && selectProving(kinds).length > 0;
    return readTexts(record, path).map((value): LinkedName => ({ kind, value, isProven }));
  });
}

function readRegistrationIds(record: PersonRecord, { identifiedBy }: PersonRole): LinkedName[] {
  return Object.entries(identifiedBy).flatMap(([path, kinds]) =>
    kinds.includes("registrationId")
      ? readTexts(record, path).map((value): LinkedName => ({ kind: "userId", value, isProven: true }))
      : [],
  );
}

const readTexts = (record: PersonRecord, path: string): string[] =>
  readValues(record, path).filter((value) => typeof value === "string");
