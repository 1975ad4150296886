import {
  findPage,
  type IndexDescription,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Item, PlannedItem } from "./items.types.js";

export const itemIndexes: IndexDescription[] = [{ key: { createdAt: -1, _id: -1 } }, { key: { name: 1 } }];

const items = (scope: Scope) => scope.collection<Item>("items");

export function listItems(scope: Scope, page: PageRequest): Promise<Page<Item>> {
  return findPage<Item>(scope, "items", {}, page);
}

export function findItemByName(scope: Scope, name: string): Promise<Item | null> {
  return items(scope).findOne({ name });
}

/** The business's own items among these ids, by id. */
export function findItems(scope: Scope, ids: readonly string[]): Promise<Map<string, Item>> {
  return items(scope).findByIds(ids);
}

export async function insertItem(scope: WriteScope, planned: PlannedItem): Promise<Item> {
  const item: Item = { _id: newId("itm"), ...planned, createdAt: scope.now, createdBy: scope.call.keyId };
  await items(scope).append(item);
  return item;
}

/** Takes the units that were won. The filter repeats the rule, so the database never goes below 0. */
export async function takeItems(scope: WriteScope, itemId: string, units: number): Promise<void> {
  const taken = await items(scope).updateOne(
    { _id: itemId, availableStock: { $gte: units }, enabledInRewards: true },
    { $inc: { availableStock: -units } },
  );
  if (taken.modifiedCount === 0) throw new Error("a spin took units of an item that is not available");
}
