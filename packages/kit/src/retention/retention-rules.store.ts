import { isDeepStrictEqual } from "node:util";
import type { Collection } from "mongodb";
import { isDuplicateKeyError } from "../data/duplicate-key.js";
import type { Database } from "../data/database.types.js";
import type { RetentionRules } from "./retention.types.js";

/** What a business has chosen, as the gateway has told it. Also of a business that has chosen to keep everything again. */
export interface RetentionRow {
  /** Id of the business. */
  _id: string;
  /** Of the last change: a late repeat of an earlier one does nothing. */
  version: number;
  rules: RetentionRules;
  /** When the business chose them. Absent: told by a gateway of a version that does not say it. */
  chosenAt?: Date;
  /** When the gateway has told or confirmed them last. Absent: by a version of the service before this field. */
  toldAt?: Date;
  /** By kind: when nothing was left whose time was over, or when the kind got its rule. */
  doneAt: Record<string, Date>;
}

/** Rules with the number of the change that has made them. */
export type VersionedRules = Pick<RetentionRow, "version" | "rules" | "chosenAt">;

export const retentionCollection = "retentionRules";

const timeoutMs = 5000;
const rows = (db: Database): Collection<RetentionRow> => db.shared<RetentionRow>(retentionCollection);

export function findRules(db: Database, businessId: string): Promise<RetentionRow | null> {
  return rows(db).findOne({ _id: { $eq: businessId } }, { maxTimeMS: timeoutMs });
}

/** Those of all businesses: there is one small record per business that has ever chosen. */
export function listRules(db: Database): Promise<RetentionRow[]> {
  return rows(db)
    .find({}, { sort: { _id: 1 }, maxTimeMS: timeoutMs })
    .toArray();
}

/**
 * A repeat changes nothing, nor does a late call with an earlier version, nor rules that were chosen before those that are stored: then the
 * gateway was restored from a backup, and is told what is stored.
 * @returns what is stored now
 */
export async function storeRules(db: Database, businessId: string, change: VersionedRules): Promise<VersionedRules> {
  const { version, rules, chosenAt } = change;
  const before = await findRules(db, businessId);
  if (before && !isLater(change, before)) {
    return isConfirmed(change, before) ? confirmRules(db, businessId, change) : toVersioned(before);
  }
  const now = new Date();
  const isNew = (kind: string) => !before?.rules[kind];
  const doneAt = Object.fromEntries(
    Object.keys(rules).map((kind) => [kind, isNew(kind) ? now : (before?.doneAt[kind] ?? now)]),
  );
  try {
    await rows(db).updateOne(
      { _id: businessId, version: { $lt: version }, ...(chosenAt && { chosenAt: { $not: { $gt: chosenAt } } }) },
      {
        $set: { version, rules, doneAt, toldAt: now, ...(chosenAt && { chosenAt }) },
        ...(!chosenAt && { $unset: { chosenAt: true } }),
      },
      { upsert: true, maxTimeMS: timeoutMs },
    );
    return change;
  } catch (error) {
    // There is one with this version or a later one, or another call has inserted the first one at this moment: look again.
    if (!isDuplicateKeyError(error)) throw error;
    return storeRules(db, businessId, change);
  }
}

const toVersioned = ({ version, rules, chosenAt }: RetentionRow): VersionedRules => ({
  ...{ version, rules },
  ...(chosenAt && { chosenAt }),
});

const isLater = (change: VersionedRules, { version, chosenAt }: RetentionRow): boolean =>
  change.version > version && !(change.chosenAt && chosenAt && chosenAt > change.chosenAt);

/** A gateway that knows other rules under the same version was restored. */
const isConfirmed = (change: VersionedRules, { version, rules }: RetentionRow): boolean =>
  change.version === version && isDeepStrictEqual(change.rules, rules);

/** @returns what is stored now: another call may have changed it meanwhile, and this one is late */
async function confirmRules(db: Database, businessId: string, change: VersionedRules): Promise<VersionedRules> {
  const { version, chosenAt } = change;
  await rows(db).updateOne(
    { _id: businessId, version },
    { $set: { toldAt: new Date() }, ...(chosenAt && { $max: { chosenAt } }) },
    { maxTimeMS: timeoutMs },
  );
  const stored = await findRules(db, businessId);
  return stored ? toVersioned(stored) : change;
}

/** Only while the kind has this rule. */
export async function markDone(db: Database, { _id, version }: RetentionRow, kind: string): Promise<void> {
  await rows(db).updateOne({ _id, version }, { $set: { [`doneAt.${kind}`]: new Date() } }, { maxTimeMS: timeoutMs });
}
