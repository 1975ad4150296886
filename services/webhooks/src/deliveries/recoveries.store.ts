import { findPage, newId, type Page, type PageRequest, type Scope } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import type { PlannedRecovery, Recovery, RecoveryProgress } from "./recoveries.rules.js";

export const keptDays = 400;

export const recoveryIndexes: readonly IndexDescription[] = [
  { key: { endpointId: 1, status: 1 } },
  { key: { createdAt: -1, _id: -1 }, name: "newest" },
  { key: { endpointId: 1, createdAt: -1, _id: -1 }, name: "ofEndpoint" },
  { key: { status: 1, createdAt: -1, _id: -1 }, name: "byStatus" },
  { key: { endedAt: 1 }, expireAfterSeconds: keptDays * 24 * 60 * 60 },
];

const recoveries = (scope: Scope) => scope.collection<Recovery>("recoveries");

export async function insertRecovery(scope: Scope, planned: PlannedRecovery): Promise<Recovery> {
  const recovery: Recovery = {
    _id: newId("rec"),
    ...planned,
    cursorAt: planned.since,
    cursorId: "",
    recovered: 0,
    status: "running",
    createdAt: scope.now,
  };
  await recoveries(scope).insertOne(recovery);
  return recovery;
}

export function findRecovery(scope: Scope, id: string): Promise<Recovery | null> {
  return recoveries(scope).findById(id);
}

/** Newest first; absent fields do not filter. */
export function listRecoveries(
  scope: Scope,
  { endpointId, status }: { endpointId?: string | undefined; status?: Recovery["status"] | undefined },
  page: PageRequest,
): Promise<Page<Recovery>> {
  return findPage<Recovery>(
    scope,
    "recoveries",
    { ...(endpointId && { endpointId }), ...(status && { status }) },
    page,
  );
}

export function findRunningRecovery(scope: Scope, endpointId: string): Promise<Recovery | null> {
  return recoveries(scope).findOne({ endpointId, status: "running" }, { sort: { createdAt: 1 } });
}

/** @returns false when another worker advanced it since `from` was read */
export async function advanceRecovery(scope: Scope, from: Recovery, to: RecoveryProgress): Promise<boolean> {
  const advanced = await recoveries(scope).updateOne(
    { _id: from._id, status: "running", cursorAt: from.cursorAt, cursorId: from.cursorId },
    { $set: to },
  );
  return advanced.modifiedCount === 1;
}
