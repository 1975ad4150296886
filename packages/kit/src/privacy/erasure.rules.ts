import type { Document } from "mongodb";
import type { IdentifierKind, PersonRole } from "../data/data-life.types.js";
import type { PersonMatcher } from "./person-matcher.js";

/** The domain of a tombstone's e-mail address: mail to it cannot be delivered (RFC 2606). */
const erasedDomain = "erased.invalid";

/** What an erasure writes in place of a value. */
export function replaceValue(kinds: readonly IdentifierKind[], tombstone: string): string {
  if (kinds[0] === "email") return `${tombstone}@${erasedDomain}`;
  return kinds[0] === "phone" ? "" : tombstone;
}

/** The values at a path; `answers.*` are all values of an object. */
export function readValues(record: Document, path: string): unknown[] {
  const isEvery = path.endsWith(".*");
  const value = (isEvery ? path.slice(0, -2) : path)
    .split(".")
    .reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), record);
  if (!isEvery) return value === undefined ? [] : [value];
  return isObject(value) ? Object.values(value) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The roles of a record in which the person is. */
export function findRoles(record: Document, roles: readonly PersonRole[], matcher: PersonMatcher): PersonRole[] {
  return roles.filter(({ identifiedBy }) =>
    Object.entries(identifiedBy).some(([path, kinds]) =>
      readValues(record, path).some((value) => matcher.isOfPerson(value, kinds)),
    ),
  );
}

/** The fields that an erasure changes in a record: everything that these roles declare. Undefined stands for a removed field. */
export function planErasure(record: Document, roles: readonly PersonRole[], tombstone: string): Document {
  const changes: Document = {};
  for (const { identifiedBy, details = {} } of roles) {
    for (const [path, kinds] of Object.entries(identifiedBy)) {
      // The values of an object are details of the same role, and the id of a record names no person.
      if (!path.endsWith(".*") && path !== "_id" && readValues(record, path).length > 0)
        changes[path] = replaceValue(kinds, tombstone);
    }
    Object.assign(changes, details);
  }
  return removeNested(changes);
}

/** A field and a part of it cannot be changed at once: `proof` replaces `proof.email`. */
function removeNested(changes: Document): Document {
  const paths = Object.keys(changes);
  const isInAnother = (path: string) => paths.some((other) => path.startsWith(`${other}.`));
  return Object.fromEntries(Object.entries(changes).filter(([path]) => !isInAnother(path)));
}

/** The update for these changes. */
export function toUpdate(changes: Document): Document {
  const set = Object.entries(changes).filter(([, value]) => value !== undefined);
  const removed = Object.entries(changes).flatMap(([path, value]) => (value === undefined ? [[path, true]] : []));
  return {
    ...(set.length > 0 && { $set: Object.fromEntries(set) }),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed) }),
  };
}

/** What is replaced in a stored answer, which can have the fields of any record of the service. */
export interface AnswerErasure {
  isOfPerson: PersonMatcher["isOfPerson"];
  /** Ids of records of the person: an answer can contain such an id and the name, but no id of the person. */
  recordIds: ReadonlySet<string>;
  /** By the name of a field: what is written in place of a detail of the person. */
  details: ReadonlyMap<string, unknown>;
  tombstone: string;
}

/** A stored answer without the person; the same object when the person is not in it. */
export function eraseInAnswer(value: unknown, erasure: AnswerErasure): unknown {
  if (typeof value === "string") return replaceText(value, erasure);
  if (Array.isArray(value)) {
    const items = value.map((item) => eraseInAnswer(item, erasure));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value);
  const isAbout = entries.some(([, field]) => isNaming(field, erasure));
  const changed = entries.map(([name, field]): [string, unknown] => [
    name,
    isAbout && erasure.details.has(name) ? erasure.details.get(name) : eraseInAnswer(field, erasure),
  ]);
  return changed.some(([name, field]) => field !== value[name])
    ? Object.fromEntries(changed.filter(([, field]) => field !== undefined))
    : value;
}

function replaceText(value: string, { isOfPerson, tombstone }: AnswerErasure): string {
  if (!isOfPerson(value)) return value;
  return value.includes("@") ? replaceValue(["email"], tombstone) : tombstone;
}

function isNaming(value: unknown, { isOfPerson, recordIds }: AnswerErasure): boolean {
  return typeof value === "string" && (isOfPerson(value) || recordIds.has(value));
}

/** Neither a date nor a binary value. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
}
