import type { Database, Scope, WriteScope } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import type { Policy } from "./policies.rules.js";

export const policyIndexes: IndexDescription[] = [
  { key: { businessId: 1 }, unique: true },
  // Few: those that a process was about to announce.
  { key: { isAnnounced: 1 }, partialFilterExpression: { isAnnounced: false } },
];

/** Shared, because a task announces the policies of all businesses. */
const policies = (scope: Scope) => scope.ofShared<Policy>("policies");

export const findPolicy = (scope: Scope): Promise<Policy | null> => policies(scope).findOne({});

/** @returns false when another change was stored since `version` */
export async function replacePolicy(scope: WriteScope, policy: Policy, version: number): Promise<boolean> {
  if (version === 0) {
    await policies(scope).insertOne(policy);
    return true;
  }
  const { _id, ...fields } = policy;
  return (await policies(scope).updateOne({ version }, { $set: fields })).matchedCount === 1;
}

export async function setAnnounced(db: Database, businessId: string, version: number): Promise<void> {
  const filter = { businessId: { $eq: businessId }, version: { $eq: version } };
  await db.shared<Policy & { businessId: string }>("policies").updateOne(filter, { $set: { isAnnounced: true } });
}

/** Policies of all businesses of which accounts may not know. */
export function findUnannounced(
  db: Database,
  closed: string[],
  limit: number,
): Promise<(Policy & { businessId: string })[]> {
  const shared = db.shared<Policy & { businessId: string }>("policies");
  return shared.find({ isAnnounced: false, businessId: { $nin: closed } }, { limit }).toArray();
}
