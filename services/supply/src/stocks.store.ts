import {
  type IndexDescription,
  findPage,
  nameCollation,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { PlannedStock, Stock } from "./stocks.types.js";

export const stockIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { type: 1, createdAt: -1, _id: -1 } },
  { key: { productName: 1 }, collation: nameCollation },
];

const stocks = (scope: Scope) => scope.collection<Stock>("stocks");

export function findStock(scope: Scope, stockId: string): Promise<Stock | null> {
  return stocks(scope).findById(stockId);
}

export function findStockByName(scope: Scope, productName: string): Promise<Stock | null> {
  return stocks(scope).findOne({ productName }, { collation: nameCollation });
}

/** @param type empty means all */
export function listStocks(scope: Scope, page: PageRequest, type = ""): Promise<Page<Stock>> {
  return findPage<Stock>(scope, "stocks", type ? { type } : {}, page);
}

/** The products with these ids, by id. */
export function findStocks(scope: Scope, stockIds: readonly string[]): Promise<Map<string, Stock>> {
  return stocks(scope).findByIds(stockIds);
}

export async function insertStock(scope: WriteScope, planned: PlannedStock): Promise<Stock> {
  const stock: Stock = { _id: newId("stk"), ...planned, createdAt: scope.now, createdBy: scope.call.keyId };
  await stocks(scope).append(stock);
  return stock;
}

export async function updateStock(scope: WriteScope, stockId: string, planned: PlannedStock): Promise<void> {
  await stocks(scope).updateOne({ _id: stockId }, { $set: planned });
}
