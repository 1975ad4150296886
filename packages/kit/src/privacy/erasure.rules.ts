import { isDeepStrictEqual } from "node:util";
import type { Document } from "mongodb";
import type { PersonRole, ValueKind } from "../data/data-life.types.js";
import { isObject, type PersonMatcher, readValues } from "./person-matcher.js";

/** The domain of a tombstone's e-mail address: mail to it cannot be delivered (RFC 2606). */
const erasedDomain = "erased.invalid";

/** The value that an erasure writes in place of a value of these kinds. */
export function replaceValue(kinds: readonly ValueKind[], tombstone: string): string {
  if (kinds[0] === "email") return `${tombstone}@${erasedDomain}`;
  return kinds[0] === "phone" ? "" : tombstone;
}

/** The roles that the person has in a record. */
export function findRoles(record: Document, roles: readonly PersonRole[], matcher: PersonMatcher): PersonRole[] {
  return roles.filter((role) => matcher.isIn(record, role));
}

/** The fields that an erasure changes in a record: all fields that these roles declare. Undefined means that the field is removed. */
export function planErasure(record: Document, roles: readonly PersonRole[], tombstone: string): Document {
  const changes: Document = {};
  for (const { identifiedBy, details = {} } of roles) {
    for (const [path, kinds] of Object.entries(identifiedBy)) {
      // The values of an object are covered by the details of the same role. The id of a record is kept.
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

/** What to replace in a stored answer, which can contain fields of any record of the service. */
export interface AnswerErasure {
  isOfPerson: PersonMatcher["isOfPerson"];
  /** The roles of all records of the service. */
  roles: readonly PersonRole[];
  /** Ids in the answers whose records had details of the person: an answer can contain such an id and the person's name, but no id of the person. */
  recordIds: ReadonlySet<string>;
  tombstone: string;
}

/**
 * Returns a stored answer without the person; the same object when the person is not in it. Only the fields that a role declares are compared:
 * any other value, such as a size or a quantity, can be the same text as an id.
 */
export function eraseInAnswer(value: unknown, erasure: AnswerErasure): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => eraseInAnswer(item, erasure));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlainObject(value)) return value;
  const replaced = new Map(
    erasure.roles.filter((role) => isAbout(value, role, erasure)).flatMap((role) => listReplaced(role, erasure)),
  );
  const changed = Object.entries(value).map(([name, field]): [string, unknown] => {
    const key = toFieldName(name);
    const erased = replaced.get(key);
    // An empty list or object that is equal is kept: otherwise each pass of the erasure would count a change, and none were the last.
    const isReplaced = replaced.has(key) && field !== undefined && field !== "" && !isDeepStrictEqual(field, erased);
    return [name, isReplaced ? erased : eraseInAnswer(field, erasure)];
  });
  return changed.some(([name, field]) => field !== value[name])
    ? Object.fromEntries(changed.filter(([, field]) => field !== undefined))
    : value;
}

/** Lists the texts in a stored answer that have the format of a record's id. */
export function listIds(value: unknown): string[] {
  if (typeof value === "string") return idPattern.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(listIds);
  return isPlainObject(value) ? Object.values(value).flatMap(listIds) : [];
}

/** @see newId */
const idPattern = /^[a-z]{3,4}_[0-9a-z]{26}$/;

/** Whether the person has this role in the object, which a name or the id of a changed record shows. */
function isAbout(value: Record<string, unknown>, role: PersonRole, { isOfPerson, recordIds }: AnswerErasure): boolean {
  const fields = Object.entries(value);
  if (role.details && fields.some(([, field]) => typeof field === "string" && recordIds.has(field))) return true;
  return Object.entries(role.identifiedBy).some(([path, kinds]) =>
    fields
      .filter(([name]) => path !== "_id" && toFieldName(name) === getLastName(path))
      .flatMap(([name]) => readValues(value, path.endsWith(".*") ? `${name}.*` : name))
      .some((one) => isOfPerson(one, kinds)),
  );
}

/** Pairs of the name of a field and the value that is written into it. */
function listReplaced({ identifiedBy, details = {} }: PersonRole, { tombstone }: AnswerErasure): [string, unknown][] {
  const names = Object.entries(identifiedBy).filter(([path]) => path !== "_id" && !path.endsWith(".*"));
  return [
    ...names.map(([path, kinds]): [string, unknown] => [getLastName(path), replaceValue(kinds, tombstone)]),
    ...Object.entries(details).map(([path, detail]): [string, unknown] => [getLastName(path), detail]),
  ];
}

const getLastName = (path: string): string => path.replace(/\.\*$/, "").split(".").at(-1) ?? path;

/** Answers of tools have `worker_id` for the `workerId` of the record. */
const toFieldName = (name: string): string =>
  name.replaceAll(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** False for a date and for a binary value. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
}
