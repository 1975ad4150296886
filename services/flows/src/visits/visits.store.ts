import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { Visitor } from "./visits.rules.js";

// A visitor is stored once per day because of the index that every `_id` has.
export const visitorIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }];

const visitors = (scope: Scope) => scope.collection<Visitor>("visitors");

/** Those of these visitors that are stored already, by id. */
export function findVisitors(scope: Scope, ids: readonly string[]): Promise<Map<string, Visitor>> {
  return visitors(scope).findByIds(ids);
}

export async function insertVisitors(scope: WriteScope, added: Visitor[]): Promise<void> {
  await visitors(scope).insertMany(added);
}

export async function updateVisitors(scope: WriteScope, changed: readonly Visitor[]): Promise<void> {
  await visitors(scope).updateEach(
    changed.map(({ _id, place, identity, expiresAt, form }) => ({
      filter: { _id },
      update: { $set: { place, identity, expiresAt, ...(form && { form }) } },
    })),
  );
}
