import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { Usage } from "./sign-ins.types.js";

export const usageIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }] as const;

const usage = (scope: Scope) => scope.collection<Usage>("signInUsage");

export function findUsage(scope: Scope, ids: readonly string[]): Promise<Map<string, Usage>> {
  return usage(scope).findByIds(ids);
}

export async function storeUsage(scope: WriteScope, counted: readonly Usage[]): Promise<void> {
  await usage(scope).updateEach(
    counted.map(({ _id, ...fields }) => ({ filter: { _id }, update: { $set: fields }, upsert: true })),
  );
}
