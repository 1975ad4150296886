import type { Database } from "@tenant-ops/kit/data";

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
  /** What the path names. */
  businessId?: string;
  keyId?: string;
  /** Id of the business or key that the call created. */
  created?: string;
  at: Date;
  /** null until the answer: the gateway stopped before it, or the call is under way. */
  status: number | null;
  answeredAt: Date | null;
}

const daysKept = 400;

export const operatorCallIndexes = [{ key: { at: 1 as const }, expireAfterSeconds: daysKept * 24 * 60 * 60 }];

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

/** Newest first: ids sort by time. */
export function listOperatorCalls(db: Database, before: string, limit: number): Promise<OperatorCall[]> {
  const filter = before === "" ? {} : { _id: { $lt: before } };
  return calls(db)
    .find(filter, { sort: { _id: -1 }, limit })
    .toArray();
}
