import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { CountedVisitor } from "../registrations/registrations.types.js";
import type { Visitor, VisitorState } from "./visits.types.js";

// A visitor is stored once per day because of the index that every `_id` has.
export const visitorIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }];

const visitors = (scope: Scope) => scope.collection<Visitor>("visitors");

/** The states of those of these visitors that are stored already, by visitor id. */
export async function findVisitorStates(scope: Scope, ids: readonly string[]): Promise<Map<string, VisitorState>> {
  const found = await visitors(scope).findByIds(ids);
  return new Map([...found].map(([id, { hasCompleted }]) => [id, hasCompleted ? "completed" : "visited"]));
}

export async function insertVisitors(scope: WriteScope, added: Visitor[]): Promise<void> {
  await visitors(scope).insertMany(added);
}

export async function markCompleted(scope: WriteScope, ids: string[]): Promise<void> {
  if (ids.length > 0) await visitors(scope).updateMany({ _id: { $in: ids } }, { $set: { hasCompleted: true } });
}

/** Extends the expiry of visitors beyond their day. */
export async function keepVisitors(scope: WriteScope, kept: readonly CountedVisitor[]): Promise<void> {
  await visitors(scope).updateEach(
    kept.map(({ id: _id, expiresAt }) => ({ filter: { _id }, update: { $max: { expiresAt } } })),
  );
}
