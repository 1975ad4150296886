import {
  findPageByWords,
  findRawPage,
  type IndexDescription,
  nameCollation,
  nameIndex,
  newId,
  type Page,
  type PageRequest,
  planWordSearch,
  type Scope,
  toSearchWords,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";

/** A product before it has an id and a creation time. */
export interface PlannedStock {
  productName: string;
  totalStock: number;
  minStockAlert: number;
  type: string;
}

/** A product of the business's catalogue. */
export interface Stock extends PlannedStock {
  _id: string;
  /** Of the name, for searches. */
  words: string[];
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

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
export function listStocks(scope: Scope, page: PageRequest, { type = "", search = "" } = {}): Promise<Page<Stock>> {
  return findPageByWords<Stock>(scope, "stocks", { search: planWordSearch(search), equal: type ? { type } : {} }, page);
}

/** All products as BSON, for the tool. */
export function listRawStocks(scope: Scope, page: PageRequest): Promise<Page<Buffer>> {
  return findRawPage<Stock>(scope, "stocks", {}, page);
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

export async function updateStock(scope: WriteScope, stockId: string, planned: PlannedStock): Promise<void> {
  await stocks(scope).updateOne({ _id: stockId }, { $set: { ...planned, words: toSearchWords(planned.productName) } });
}
