import {
  findRawPageByWords,
  type IndexDescription,
  nameCollation,
  nameIndex,
  newId,
  type RawPage,
  type PageRequest,
  planWordSearch,
  type Scope,
  toSearchWords,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { PlannedStock, Stock } from "./stocks.rules.js";

export const stockIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { type: 1, createdAt: -1, _id: -1 } },
  nameIndex("productName"),
  wordIndex(),
  wordIndex(["type"]),
];

const stocks = (scope: Scope) => scope.collection<Stock>("stocks");

export function findStock(scope: Scope, stockId: string): Promise<Stock | null> {
  return stocks(scope).findById(stockId);
}

export function findStockByName(scope: Scope, productName: string): Promise<Stock | null> {
  return stocks(scope).findOne({ productName }, { collation: nameCollation });
}

/** Empty fields do not filter; `search` is words of the name. */
export function listStocks(scope: Scope, page: PageRequest, { type = "", search = "" } = {}): Promise<RawPage> {
  const equal = type ? { type } : {};
  return findRawPageByWords<Stock>(scope, "stocks", { search: planWordSearch(search), equal }, page);
}

/** The products with these ids, by id. */
export function findStocks(scope: Scope, stockIds: Iterable<string>): Promise<Map<string, Stock>> {
  return stocks(scope).findByIds(stockIds);
}

export async function insertStock(scope: WriteScope, planned: PlannedStock): Promise<Stock> {
  const words = toSearchWords(planned.productName);
  const stock: Stock = { _id: newId("stk"), ...planned, words, createdAt: scope.now, createdBy: scope.call.keyId };
  await stocks(scope).append(stock);
  return stock;
}

/** Replaces all fields that can be changed. */
export async function saveStock(scope: WriteScope, stock: Stock): Promise<Stock> {
  const { _id, createdAt: _, createdBy: __, ...fields } = stock;
  await stocks(scope).updateOne({ _id }, { $set: { ...fields, words: toSearchWords(fields.productName) } });
  return stock;
}
