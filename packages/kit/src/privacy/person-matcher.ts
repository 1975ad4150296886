import { isDeepStrictEqual } from "node:util";
import type { Document } from "mongodb";
import type { PersonIdentifier, PersonRole, ValueKind } from "../data/data-life.types.js";
import { hasPhoneDigits, toEmailPattern, toPhonePattern } from "./value-patterns.rules.js";

/** Recognises the values of one person. MongoDB and this process use the same patterns. */
export interface PersonMatcher {
  /** Whether a value of a field with these kinds names the person. */
  isOfPerson: (value: unknown, kinds: readonly ValueKind[]) => boolean;
  /** Whether a field of the role names the person in this record. */
  isIn: (record: Document, role: PersonRole) => boolean;
  /** Whether such a field proves who the person is: only then the other fields of the role are names of the same person. */
  isProvenIn: (record: Document, role: PersonRole) => boolean;
  /** Matches the records in which a field of these roles names the person, and a few others: check each record with `isIn`. */
  toFilter: (roles: readonly PersonRole[]) => Document;
}

/** What a value is compared with. A person has one text (visitor id) for each registration as a visitor. */
interface Comparison {
  texts: ReadonlySet<string>;
  patterns: readonly RegExp[];
}

const allKinds: readonly ValueKind[] = ["email", "userId", "phone", "visitorId", "registrationId"];

/** E-mail addresses are compared without regard to case, phone numbers by their digits, user ids as they are. */
export function createPersonMatcher(identifiers: readonly PersonIdentifier[]): PersonMatcher {
  const byKind = new Map(allKinds.map((kind) => [kind, toComparison(identifiers, kind)]));
  const listComparisons = (kinds: readonly ValueKind[]) => kinds.flatMap((kind) => byKind.get(kind) ?? []);
  const isOfPerson: PersonMatcher["isOfPerson"] = (value, kinds) => {
    if (typeof value !== "string") return false;
    return listComparisons(kinds).some(
      ({ texts, patterns }) => texts.has(value) || patterns.some((pattern) => pattern.test(value)),
    );
  };
  const isNamedBy = (record: Document, role: PersonRole, selectKinds: (path: string) => readonly ValueKind[]) =>
    Object.keys(role.identifiedBy).some(
      (path) =>
        (path !== "_id" || !isErased(record, role)) &&
        readValues(record, path).some((value) => isOfPerson(value, selectKinds(path))),
    );
  return {
    isOfPerson,
    isIn: (record, role) => isNamedBy(record, role, (path) => role.identifiedBy[path] ?? []),
    isProvenIn: (record, role) =>
      !role.isTyped?.(record) && isNamedBy(record, role, (path) => selectProving(role.identifiedBy[path] ?? [])),
    toFilter: (roles) => ({
      $or: roles.flatMap((role) =>
        Object.entries(role.identifiedBy).map(([path, kinds]) => ({
          ...toCondition(path, listComparisons(kinds)),
          ...(path === "_id" && { $nor: [toErasedFilter(role)] }),
        })),
      ),
    }),
  };
}

/** Not a field with several kinds, which somebody has typed, nor the id of a registration, which says nothing about who has sent it. */
export function selectProving(kinds: readonly ValueKind[]): readonly ValueKind[] {
  return kinds.length === 1 && kinds[0] !== "registrationId" ? kinds : [];
}

/** The kinds of user ids that the mesh makes itself. */
const idPrefixes: Readonly<Partial<Record<ValueKind, string>>> = { visitorId: "vis_", registrationId: "reg_" };

function toComparison(identifiers: readonly PersonIdentifier[], kind: ValueKind): Comparison {
  const ofKind = (given: PersonIdentifier["kind"]) => identifiers.filter((one) => one.kind === given);
  const userIds = ofKind("userId").map(({ value }) => value);
  const isEmail = (value: string) => value.includes("@");
  const prefix = idPrefixes[kind];
  if (prefix !== undefined)
    return { texts: new Set(userIds.filter((value) => value.startsWith(prefix))), patterns: [] };
  if (kind === "phone") {
    const phones = ofKind("phone").map(({ value }) => value);
    return { texts: new Set(), patterns: phones.filter(hasPhoneDigits).map(toPhonePattern) };
  }
  // Many businesses use the e-mail address as user id.
  const emails = [...ofKind("email").map(({ value }) => value), ...userIds].filter(isEmail);
  const texts = new Set(kind === "userId" ? userIds.filter((value) => !isEmail(value)) : []);
  return { texts, patterns: emails.map(toEmailPattern) };
}

/** An erasure keeps the id of a record. When all details have the values of an erasure, the id does not identify the person any more. */
function isErased(record: Document, { details = {} }: PersonRole): boolean {
  return Object.entries(details).every(([path, value]) => isDeepStrictEqual(readValues(record, path)[0], value));
}

function toErasedFilter({ details = {} }: PersonRole): Document {
  const values = Object.entries(details).map(([path, value]) => [
    path,
    value === undefined ? { $exists: false } : { $eq: value },
  ]);
  return Object.fromEntries(values) as Document;
}

/** MongoDB compares only the first characters of a text, to find records that can be about the person. */
const prefixLength = 4;

function toCondition(path: string, comparisons: readonly Comparison[]): Document {
  const texts = comparisons.flatMap((one) => [...one.texts]);
  const patterns = comparisons.flatMap((one) => one.patterns);
  if (!path.endsWith(".*")) return { [path]: { $in: [...texts, ...patterns] } };
  const values = { $objectToArray: { $ifNull: [`$${path.slice(0, -2)}`, {}] } };
  // Prefixes, because an expression compares with one text after the other: with a thousand visitor ids, 5,000 records took seconds.
  const prefixes = [...new Set(texts.map((text) => Array.from(text).slice(0, prefixLength).join("")))];
  const equals = { $in: [{ $substrCP: ["$$entry.v", 0, prefixLength] }, { $literal: prefixes }] };
  const matches = patterns.map((regex) => ({ $regexMatch: { input: "$$entry.v", regex } }));
  const isText = { $eq: [{ $type: "$$entry.v" }, "string"] };
  const test = { $and: [isText, { $or: [equals, ...matches] }] };
  return { $expr: { $anyElementTrue: [{ $map: { input: values, as: "entry", in: test } }] } };
}

/** The values at a path; `answers.*` means all values of the object `answers`. */
export function readValues(record: Document, path: string): unknown[] {
  const isEvery = path.endsWith(".*");
  const value = (isEvery ? path.slice(0, -2) : path)
    .split(".")
    .reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), record);
  if (!isEvery) return value === undefined ? [] : [value];
  return isObject(value) ? Object.values(value) : [];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
