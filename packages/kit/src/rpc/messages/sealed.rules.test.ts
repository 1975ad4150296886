import { create } from "@bufbuild/protobuf";
import { DataService } from "@tenant-ops/proto/common";
import { ListStocksResponseSchema, StockRequestSchema, SupplyService } from "@tenant-ops/proto/supply";
import { expect, test } from "vitest";
import { isSealed, seal } from "./sealed.js";

const stock = { productName: "Gloves", totalStock: 5, minStockAlert: 1, type: "box" };

test("a message that breaks the contract is refused, and neither sealed nor frozen", () => {
  const message = create(StockRequestSchema, { ...stock, productName: "" });
  expect(() => seal(StockRequestSchema, message)).toThrow(/product_name/);
  expect(isSealed(StockRequestSchema, message)).toBe(false);
  expect(Object.isFrozen(message)).toBe(false);
});

test("a sealed message is one of its own type only", () => {
  const message = create(StockRequestSchema, stock);
  seal(StockRequestSchema, message);
  expect(isSealed(StockRequestSchema, message)).toBe(true);
  expect(isSealed(SupplyService.method.listStocks.input, message)).toBe(false);
  expect(isSealed(StockRequestSchema, { ...message })).toBe(false);
});

test("lists, and messages in a message, are frozen too; bytes, which cannot be, stay readable", () => {
  const list = create(ListStocksResponseSchema, { items: [{ productName: "Gloves" }] });
  seal(ListStocksResponseSchema, list);
  expect(() => list.items.pop()).toThrow(TypeError);
  expect(() => Object.assign(list.items[0] ?? {}, { productName: "Masks" })).toThrow(TypeError);
  expect(list.items[0]?.productName).toBe("Gloves");

  const { output } = DataService.method.exportPerson;
  const exported = create(output, { lines: new Uint8Array([1, 2]) });
  seal(output, exported);
  expect(exported.lines).toEqual(new Uint8Array([1, 2]));
});
