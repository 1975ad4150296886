import { isDeepStrictEqual } from "node:util";
import type { Collection } from "mongodb";
import { isDuplicateKeyError } from "../data/ids.js";
import type { Database } from "../data/database.types.js";
import type { RetentionRules } from "./retention.types.js";

/** The rules that a business has chosen, as accounts delivered them. Empty rules: the business chose to keep everything again. */
export interface RetentionRow {
  /** Id of the business. */
  _id: string;
  /** Version of the last change: a late repeat of an earlier change does nothing. */
  version: number;
  rules: RetentionRules;
  /** When the business chose the rules. */
  chosenAt: Date;
  /** When accounts last delivered or confirmed the rules. */
  confirmedAt: Date;
  /** By kind: when the last sweep found nothing more to delete, or when the kind got its rule. */
  doneAt: Record<string, Date>;
}

/** Rules with the version of the change that made them. */
export type VersionedRules = Pick<RetentionRow, "version" | "rules" | "chosenAt">;

export const retentionCollection = "retentionRules";

const timeoutMs = 5000;
const rows = (db: Database): Collection<RetentionRow> => db.shared<RetentionRow>(retentionCollection);

export function findRules(db: Database, businessId: string): Promise<RetentionRow | null> {
  return rows(db).findOne({ _id: { $eq: businessId } }, { maxTimeMS: timeoutMs });
}

/** The rules of all businesses: one small record for each business that has ever chosen rules. */
export function listRules(db: Database): Promise<RetentionRow[]> {
  return rows(db)
    .find({}, { sort: { _id: 1 }, maxTimeMS: timeoutMs })
    .toArray();
}

/**
 * Stores the rules of a business. Nothing changes for a repeat, for a late call with an earlier version, and for rules that were chosen before the
 * stored ones. The last means that accounts was restored from a backup; it learns the stored rules from the answer.
 * @returns the rules that are stored now
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
      { _id: businessId, version: { $lt: version }, chosenAt: { $lte: chosenAt } },
      { $set: { version, rules, doneAt, confirmedAt: now, chosenAt } },
      { upsert: true, maxTimeMS: timeoutMs },
    );
    return change;
  } catch (error) {
    // This version or a later one is stored, or another call has just inserted the first record: read it again.
    if (!isDuplicateKeyError(error)) throw error;
    return storeRules(db, businessId, change);
  }
}

const toVersioned = ({ version, rules, chosenAt }: RetentionRow): VersionedRules => ({ version, rules, chosenAt });

const isLater = (change: VersionedRules, { version, chosenAt }: RetentionRow): boolean =>
  change.version > version && change.chosenAt >= chosenAt;

/** Accounts that has other rules under the same version was restored from a backup. */
const isConfirmed = (change: VersionedRules, { version, rules }: RetentionRow): boolean =>
  change.version === version && isDeepStrictEqual(change.rules, rules);

/** @returns the rules that are stored now: another call may have changed them meanwhile */
async function confirmRules(db: Database, businessId: string, change: VersionedRules): Promise<VersionedRules> {
  const { version, chosenAt } = change;
  await rows(db).updateOne(
    { _id: businessId, version },
    { $set: { confirmedAt: new Date() }, $max: { chosenAt } },
    { maxTimeMS: timeoutMs },
  );
  const stored = await findRules(db, businessId);
  return stored ? toVersioned(stored) : change;
}

/** Does nothing when the rules have changed since `version`. */
export async function markDone(db: Database, { _id, version }: RetentionRow, kind: string): Promise<void> {
  await rows(db).updateOne({ _id, version }, { $set: { [`doneAt.${kind}`]: new Date() } }, { maxTimeMS: timeoutMs });
}
