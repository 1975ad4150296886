import { type Database, findSharedPage, type Page, type PageRequest } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";

/** A call of an operator. Stored before the call does anything; the outcome is added once and nothing else ever changes. */
export interface OperatorCall {
  _id: string;
  /** Name of the key. */
  operator: string;
  requestId: string;
  address: string;
  method: string;
  /** Without the query. */
  path: string;
  /** The business in the path. */
  businessId?: string;
  keyId?: string;
  /** Id of the business or key that the call created. */
  created?: string;
  at: Date;
  /** null until the answer: the call is running, or the process stopped before the answer. */
  status: number | null;
  answeredAt: Date | null;
}

const daysKept = 400;

export const operatorCallIndexes: IndexDescription[] = [
  { key: { at: 1 }, expireAfterSeconds: daysKept * 24 * 60 * 60 },
  { key: { operator: 1, _id: 1 } },
  { key: { businessId: 1, _id: 1 } },
  // Finds records by the created business, whose id is replaced when the business is deleted.
  { key: { created: 1 }, sparse: true },
];

const calls = (db: Database) => db.shared<OperatorCall>("operatorCalls");

export async function insertOperatorCall(db: Database, call: OperatorCall): Promise<void> {
  await calls(db).insertOne(call);
}

export async function setOutcome(
  db: Database,
  callId: string,
  outcome: { status: number; answeredAt: Date; created?: string },
): Promise<void> {
  await calls(db).updateOne({ _id: { $eq: callId }, status: null }, { $set: outcome });
}

/** Newest first. Absent fields do not filter. */
export function listOperatorCalls(
  db: Database,
  filter: { operator?: string | undefined; businessId?: string | undefined },
  page: PageRequest,
): Promise<Page<OperatorCall>> {
  return findSharedPage(calls(db), filter, page, "newest first");
}
