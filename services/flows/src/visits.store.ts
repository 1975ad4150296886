import type { Scope, WriteScope } from "@tenant-ops/kit/data";

/** One visitor of one day. The row expires together with the secret without which its id leads back to nobody. */
export interface Visitor {
  _id: string;
  flowId: string;
  hasCompleted: boolean;
  expiresAt: Date;
}

// That a visitor exists once is the index of `_id`.
export const visitorIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }];

const visitors = (scope: Scope) => scope.collection<Visitor>("visitors");

export async function findVisitors(scope: Scope, ids: readonly string[]): Promise<Visitor[]> {
  if (ids.length === 0) return [];
  return visitors(scope).find({ _id: { $in: [...ids] } }, { limit: ids.length });
}

export async function insertVisitors(scope: WriteScope, added: Visitor[]): Promise<void> {
  await visitors(scope).insertMany(added);
}

export async function markCompleted(scope: WriteScope, ids: string[]): Promise<void> {
  if (ids.length > 0) await visitors(scope).updateMany({ _id: { $in: ids } }, { $set: { hasCompleted: true } });
}
