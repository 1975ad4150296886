import {
  type IndexDescription,
  findPage,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { PlannedStock } from "./stocks.rules.js";

/** A product of the global catalogue. */
export interface Stock extends PlannedStock {
  _id: string;
  createdAt: Date;
  /** Id of the API key that made it. */
  createdBy: string;
}

/** For people "Guantes" and "guantes" are one product, and so are "Termo" and "Térmo". */
const sameName = { locale: "es", strength: 1 };

export const stockIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { productName: 1 }, collation: sameName },
];

const stocks = (scope: Scope) => scope.collection<Stock>("stocks");

export function findStock(scope: Scope, stockId: string): Promise<Stock | null> {
  return stocks(scope).findOne({ _id: { $eq: stockId } });
}

export function findStockNamed(scope: Scope, productName: string): Promise<Stock | null> {
  return stocks(scope).findOne({ productName: { $eq: productName } }, { collation: sameName });
}

export function listStocks(scope: Scope, page: PageRequest): Promise<Page<Stock>> {
  return findPage<Stock>(scope, "stocks", {}, page);
}

export async function findStocks(scope: Scope, stockIds: readonly string[]): Promise<Map<string, Stock>> {
  const distinct = [...new Set(stockIds)];
  if (distinct.length === 0) return new Map();
  const found = await stocks(scope).find({ _id: { $in: distinct } }, { limit: distinct.length });
  return new Map(found.map((stock) => [stock._id, stock]));
}

export async function insertStock(scope: WriteScope, planned: PlannedStock): Promise<Stock> {
  const stock: Stock = { _id: newId("stk"), ...planned, createdAt: scope.now, createdBy: scope.call.keyId };
  await stocks(scope).append(stock);
  return stock;
}
