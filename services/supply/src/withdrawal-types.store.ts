import type { Scope } from "@tenant-ops/kit/data";

/** The types that a business has added. One record each, under the business's own id. */
interface OwnTypes {
  _id: string;
  names: string[];
}

const ownTypes = (scope: Scope) => scope.collection<OwnTypes>("withdrawalTypes");

export async function findOwnTypes(scope: Scope): Promise<string[]> {
  return (await ownTypes(scope).findOne({ _id: scope.businessId }))?.names ?? [];
}

export async function replaceOwnTypes(scope: Scope, names: string[]): Promise<void> {
  await ownTypes(scope).updateOne({ _id: scope.businessId }, { $set: { names } }, { upsert: true });
}
