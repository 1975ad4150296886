import { createHmac } from "node:crypto";
import { isMadeByMesh, type PersonIdentifier, toNameKey } from "@tenant-ops/kit/data";
import { listPhoneSpellings, normalizeEmail, normalizeText } from "@tenant-ops/kit/texts";

export interface GivenNames {
  emails: readonly string[];
  userIds: readonly string[];
  phones: readonly string[];
}

/**
 * A user id also without what nobody sees: records have either. A phone in the spellings that records can have.
 * @param country of the business, for phones without country code
 */
export function listIdentifiers({ emails, userIds, phones }: GivenNames, country: string): PersonIdentifier[] {
  const toNames = (kind: PersonIdentifier["kind"], values: readonly string[]) =>
    [...new Set(values)].map((value): PersonIdentifier => ({ kind, value }));
  return [
    ...toNames("email", emails.map(normalizeEmail)),
    ...toNames(
      "userId",
      userIds.flatMap((value) => [value, normalizeText(value)]),
    ),
    ...toNames(
      "phone",
      phones.flatMap((value) => listPhoneSpellings(value, country)),
    ),
  ];
}

/**
 * Identifies a person in receipts. Without the key, the hash cannot be reversed by trying e-mail addresses. It contains the business, so two
 * businesses have different hashes for the same person.
 */
export function hashIdentifier(pepper: Buffer, businessId: string, { kind, value }: PersonIdentifier): string {
  return createHmac("sha256", pepper)
    .update(JSON.stringify(["person", businessId, kind, value]))
    .digest("base64url");
}

/** One value for all given names, in any order, and for whether linked names are included. */
export function hashPerson(personHashes: readonly string[], includeLinked: boolean): string {
  return [...personHashes.toSorted(), ...(includeLinked ? [] : ["alone"])].join("|");
}

/** One person has fewer names. More are found, for example, when a mailbox is shared by many persons. */
export const namesMax = 50;
/** Names, and ids of visitors and registrations together. */
const identifiersMax = 5000;

/** Does not count ids of visitors and registrations, which the mesh creates: one person has one for each registration. */
export const countNames = (identifiers: readonly PersonIdentifier[]): number =>
  identifiers.filter((one) => !isMadeByMesh(one)).length;

/** Whether these are more names than one person has. */
export function isAmbiguous(identifiers: readonly PersonIdentifier[]): boolean {
  return countNames(identifiers) > namesMax || identifiers.length > identifiersMax;
}

/**
 * Adds names that were found while an erasure runs, up to the number of names that one person can have.
 * @returns `leftOut`: how many further names were found
 */
export function addNames(
  known: readonly PersonIdentifier[],
  found: readonly PersonIdentifier[],
): { identifiers: PersonIdentifier[]; leftOut: number } {
  const identifiers = [...known];
  const further = mergeIdentifiers(known, found).slice(known.length);
  let names = countNames(known);
  for (const one of further) {
    const counts = isMadeByMesh(one) ? 0 : 1;
    if (names + counts > namesMax || identifiers.length === identifiersMax) continue;
    identifiers.push(one);
    names += counts;
  }
  return { identifiers, leftOut: known.length + further.length - identifiers.length };
}

export function mergeIdentifiers(
  known: readonly PersonIdentifier[],
  found: readonly PersonIdentifier[],
): PersonIdentifier[] {
  const byName = new Map([...known, ...found].map((one) => [toNameKey(one), one]));
  return [...byName.values()];
}

/** Each of these names once, without those that are known. */
export function leaveOut(names: readonly PersonIdentifier[], known: readonly PersonIdentifier[]): PersonIdentifier[] {
  const keys = new Set(known.map(toNameKey));
  return mergeIdentifiers([], names).filter((name) => !keys.has(toNameKey(name)));
}
