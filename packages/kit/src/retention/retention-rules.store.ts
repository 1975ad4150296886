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
  /** By kind: when nothing was left whose time was over, or when the kind got its rule. */
  doneAt: Record<string, Date>;
}

/** Rules with the number of the change that has made them. */
export type VersionedRules = Pick<RetentionRow, "version" | "rules">;

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

/** A repeat, and a late call with an earlier version, change nothing. @returns what is stored now */
export async function storeRules(
  db: Database,
  businessId: string,
  version: number,
  rules: RetentionRules,
): Promise<VersionedRules> {
  const before = await findRules(db, businessId);
  if (before && before.version >= version) return { version: before.version, rules: before.rules };
  const now = new Date();
  const isNew = (kind: string) => !before?.rules[kind];
  const doneAt = Object.fromEntries(
    Object.keys(rules).map((kind) => [kind, isNew(kind) ? now : (before?.doneAt[kind] ?? now)]),
  );
  try {
    await rows(db).updateOne(
      { _id: businessId, version: { $lt: version } },
      { $set: { version, rules, doneAt } },
      { upsert: true, maxTimeMS: timeoutMs },
    );
    return { version, rules };
  } catch (error) {
    // There is one with this version or a later one, or another call has inserted the first one at this moment: look again.
    if (!isDuplicateKeyError(error)) throw error;
    return storeRules(db, businessId, version, rules);
  }
}

/** Only while the kind has this rule. */
export async function markDone(db: Database, { _id, version }: RetentionRow, kind: string): Promise<void> {
  await rows(db).updateOne({ _id, version }, { $set: { [`doneAt.${kind}`]: new Date() } }, { maxTimeMS: timeoutMs });
}
