import {
  findPageByWords,
  type IndexDescription,
  nameCollation,
  nameIndex,
  newId,
  type Page,
  type PageRequest,
  planWordSearch,
  type Scope,
  toChangedWords,
  toSearchWords,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Gift } from "./gifts.rules.js";
import type { ItemSettings } from "./item-updates.rules.js";
import type { Item, PlannedItem } from "./items.rules.js";

export const itemIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { enabledInRewards: 1, createdAt: -1, _id: -1 } },
  {
    key: { enabledInRewards: 1, createdAt: -1, _id: -1 },
    partialFilterExpression: { availableStock: 0 },
    name: "soldOut",
  },
  nameIndex("name"),
  wordIndex(),
  wordIndex(["enabledInRewards"]),
];

const items = (scope: Scope) => scope.collection<Item>("items");

/** Which items a list shows. */
export interface ItemFilter {
  enabledInRewards?: boolean | undefined;
  /** Only those without stock. */
  soldOut?: boolean | undefined;
  /** Words of the name. */
  search?: string;
}

export function listItems(
  scope: Scope,
  { enabledInRewards, soldOut, search = "" }: ItemFilter,
  page: PageRequest,
): Promise<Page<Item>> {
  const filter = soldOut ? { availableStock: 0 } : {};
  const list = { search: planWordSearch(search), equal: { enabledInRewards }, filter };
  return findPageByWords<Item>(scope, "items", list, page);
}

/** @param besides id of an item that is left out of the search */
export function findItemByName(scope: Scope, name: string, besides = ""): Promise<Item | null> {
  return items(scope).findOne({ name, _id: { $ne: besides } }, { collation: nameCollation });
}

export function findItem(scope: Scope, itemId: string): Promise<Item | null> {
  return items(scope).findById(itemId);
}

/** The business's own items among those that the gifts name, by id. */
export function findItemsOfGifts(scope: Scope, gifts: readonly Gift[]): Promise<Map<string, Item>> {
  return items(scope).findByIds(gifts.flatMap(({ itemId }) => itemId ?? []));
}

/** The business's own items among these ids, by id. */
export function findItems(scope: Scope, ids: readonly string[]): Promise<Map<string, Item>> {
  return items(scope).findByIds(ids);
}

export async function insertItem(scope: WriteScope, planned: PlannedItem): Promise<Item> {
  const words = toSearchWords(planned.name);
  const item: Item = { _id: newId("itm"), ...planned, words, createdAt: scope.now, createdBy: scope.call.keyId };
  await items(scope).append(item);
  return item;
}

/** Takes the units that were won. The filter repeats the rule, so the database never goes below 0. */
export async function takeItems(scope: WriteScope, itemId: string, units: number): Promise<void> {
  await items(scope).appendUpdate(
    { _id: itemId, availableStock: { $gte: units }, enabledInRewards: true },
    { $inc: { availableStock: -units } },
  );
}

/** Writes the changes of an update; without any, nothing. */
export async function saveItemChanges(
  scope: WriteScope,
  itemId: string,
  changes: Partial<ItemSettings>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await items(scope).updateOne({ _id: itemId }, { $set: { ...changes, ...toChangedWords(changes.name) } });
}

/** Adds units to the stock. The filter repeats the rule, so the database never goes below 0. */
export async function incrementItemStock(scope: WriteScope, itemId: string, units: number): Promise<void> {
  const changed = await items(scope).updateOne(
    { _id: itemId, availableStock: { $gte: Math.max(0, -units) } },
    { $inc: { availableStock: units } },
  );
  if (changed.modifiedCount === 0) throw new Error("an item was changed by another transaction");
}
