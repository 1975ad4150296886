import { newId, type Scope } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";

/** "Send again what failed": kept until it is done, whoever carries it out. */
export interface Recovery {
  _id: string;
  endpointId: string;
  since: Date;
  until: Date;
  /** How far it is: everything up to this delivery was looked at. */
  cursorAt: Date;
  cursorId: string;
  recovered: number;
  status: "running" | "done";
  createdAt: Date;
}

export const recoveryIndexes: readonly IndexDescription[] = [{ key: { endpointId: 1, status: 1 } }];

const recoveries = (scope: Scope) => scope.collection<Recovery>("recoveries");

export async function insertRecovery(scope: Scope, endpointId: string, since: Date, until: Date): Promise<Recovery> {
  const recovery: Recovery = {
    _id: newId("rcv"),
    endpointId,
    since,
    until,
    cursorAt: since,
    cursorId: "",
    recovered: 0,
    status: "running",
    createdAt: scope.now,
  };
  await recoveries(scope).insertOne(recovery);
  return recovery;
}

export function runningRecovery(scope: Scope, endpointId: string): Promise<Recovery | null> {
  return recoveries(scope).findOne({ endpointId: { $eq: endpointId }, status: "running" }, { sort: { createdAt: 1 } });
}

/** Moves on from where this caller saw it; false when somebody else did. */
export async function advance(
  scope: Scope,
  from: Recovery,
  to: Pick<Recovery, "cursorAt" | "cursorId" | "recovered" | "status">,
): Promise<boolean> {
  const moved = await recoveries(scope).updateOne(
    { _id: from._id, status: "running", cursorAt: from.cursorAt, cursorId: from.cursorId },
    { $set: to },
  );
  return moved.modifiedCount === 1;
}
