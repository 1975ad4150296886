import {
  findPage,
  type IndexDescription,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { PlannedItem } from "./items.rules.js";

/** A physical prize item. */
export interface Item extends PlannedItem {
  _id: string;
  createdAt: Date;
  /** Id of the API key that made it. */
  createdBy: string;
}

export const itemIndexes: IndexDescription[] = [{ key: { createdAt: -1, _id: -1 } }, { key: { name: 1 } }];

const items = (scope: Scope) => scope.collection<Item>("items");

export function listItems(scope: Scope, page: PageRequest): Promise<Page<Item>> {
  return findPage<Item>(scope, "items", {}, page);
}

export function findItemNamed(scope: Scope, name: string): Promise<Item | null> {
  return items(scope).findOne({ name: { $eq: name } });
}

/** The business's own items among these ids. */
export async function findItems(scope: Scope, ids: readonly string[]): Promise<Map<string, Item>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const found = await items(scope).find({ _id: { $in: distinct } }, { limit: distinct.length });
  return new Map(found.map((item) => [item._id, item]));
}

export async function insertItem(scope: WriteScope, planned: PlannedItem): Promise<Item> {
  const item: Item = { _id: newId("itm"), ...planned, createdAt: scope.now, createdBy: scope.call.keyId };
  await items(scope).append(item);
  return item;
}

/** Takes units that were won, while so many are there and may be given away, whatever was decided before. */
export async function takeItems(scope: WriteScope, itemId: string, units: number): Promise<void> {
  const taken = await items(scope).updateOne(
    { _id: { $eq: itemId }, availableStock: { $gte: units }, enabledInRewards: true },
    { $inc: { availableStock: -units } },
  );
  if (taken.modifiedCount === 0) throw new Error("a spin gave away an item that is not there");
}
