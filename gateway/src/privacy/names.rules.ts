import { createHmac } from "node:crypto";
import type { PersonIdentifier } from "@tenant-ops/kit/data";

export interface GivenNames {
  emails: readonly string[];
  userIds: readonly string[];
  phones: readonly string[];
}

export function listIdentifiers({ emails, userIds, phones }: GivenNames): PersonIdentifier[] {
  return [
    ...emails.map((value): PersonIdentifier => ({ kind: "email", value: value.toLowerCase() })),
    ...userIds.map((value): PersonIdentifier => ({ kind: "userId", value })),
    ...phones.map((value): PersonIdentifier => ({ kind: "phone", value: value.replaceAll(/\D/g, "") })),
  ];
}

/**
 * Names a person in receipts. Without the key nobody can try e-mail addresses until one has this hash; with the business in it, two
 * businesses have different hashes for the same person.
 */
export function hashIdentifier(pepper: Buffer, businessId: string, { kind, value }: PersonIdentifier): string {
  return createHmac("sha256", pepper)
    .update(JSON.stringify(["person", businessId, kind, value]))
    .digest("base64url");
}

/** One hash for all given names, in whatever order, and for whether linked names count. */
export function hashPerson(personHashes: readonly string[], includeLinked: boolean): string {
  return [...personHashes.toSorted(), ...(includeLinked ? [] : ["alone"])].join("|");
}

export function mergeIdentifiers(
  known: readonly PersonIdentifier[],
  found: readonly PersonIdentifier[],
): PersonIdentifier[] {
  const byName = new Map([...known, ...found].map((one) => [`${one.kind}|${one.value}`, one]));
  return [...byName.values()];
}
