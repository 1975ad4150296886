// Written by `npm run generate` from rest/openapi.json. Do not edit.
import type { List, ReadOptions, WriteOptions } from "../call.types.js";
import type { Input, Item, Reply } from "../shapes.js";

/**
 * Products, distribution centers, their stock, and withdrawals.
 */
export interface SupplyArea {
  /**
   * List the products.
   *
   * The catalogue of the business, newest first.
   *
   * `GET /v1/public/supply/stocks`
   */
  listStocks(input?: Input<"listStocks">, options?: ReadOptions): List<Item<"listStocks">, Reply<"listStocks">>;

  /**
   * Create a product.
   *
   * Adds a product to the catalogue. No center keeps it yet: create a center stock for that.
   *
   * `POST /v1/public/supply/stocks`
   */
  createStock(input: Input<"createStock">, options?: WriteOptions): Promise<Reply<"createStock">>;

  /**
   * Read one product.
   *
   * `GET /v1/public/supply/stocks/{id}`
   */
  getStock(input: Input<"getStock">, options?: ReadOptions): Promise<Reply<"getStock">>;
}

export interface Areas {
  readonly supply: SupplyArea;
}
