import { MongoServerError } from "mongodb";
import { typeidUnboxed } from "typeid-js";
import type { PersonIdentifier } from "./infrastructure.js";

/**
 * A new TypeID: `wdr_01h…`. Unique without coordination, and sortable by creation time.
 * @param prefix three or four lower-case letters that name the kind of record
 * @see https://github.com/jetify-com/typeid
 */
export function newId(prefix: string): string {
  return typeidUnboxed(prefix);
}

/** One text for a name of a person: two names are the same when their keys are. */
export const toNameKey = ({ kind, value }: PersonIdentifier): string => `${kind}|${value}`;

/** Whether a name of a person is the id of a visitor or a registration: one person has one for each registration. */
export const isMadeByMesh = ({ kind, value }: PersonIdentifier): boolean =>
  kind === "userId" && /^(vis_[0-9a-f]{32}|reg_[0-9a-z]{26})$/.test(value);

/** Whether a write failed because a unique index already holds its value. `field` is one of the keys of the index. */
export function isDuplicateKeyError(error: unknown, field?: string): error is MongoServerError {
  if (!(error instanceof MongoServerError) || error.code !== 11_000) return false;
  return field === undefined || Object.hasOwn((error["keyPattern"] as object | undefined) ?? {}, field);
}
