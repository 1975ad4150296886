import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, line, name, nameQuery, someOf, units } from "../fields.js";

const path = "/v1/public/supply/stocks";

const productName = name;
const type = line(100);

const stock = z
  .strictObject({
    _id: z.string(),
    productName: z.string(),
    totalStock: z.int().describe("Units that the business has of the product; centers keep their own numbers."),
    minStockAlert: z.int().describe("Low-inventory threshold."),
    type: z.string().describe("Category such as `supply`, `prize` or `uniform`; empty when none was given."),
    createdAt: dateTime,
  })
  .meta({ id: "Stock" });

export const listStocks = defineRoute({
  id: "listStocks",
  method: "GET",
  path,
  service: "supply",
  caller: "tenant",
  summary: "List the products",
  description: "The catalogue of the business, newest first.",
  query: z.strictObject({
    type: line(100).default("").describe("Only of this category."),
    ...nameQuery,
    ...listQuery,
  }),
  replies: { 200: { description: "A page of products", body: listReply(stock) } },
  tools: ["supply_list_stocks"],
});

export const getStock = defineRoute({
  id: "getStock",
  method: "GET",
  path: `${path}/{id}`,
  service: "supply",
  caller: "tenant",
  summary: "Read one product",
  params: byId,
  replies: { 200: { description: "The product", body: stock } },
  errors: ["stock_not_found"],
});

export const createStock = defineRoute({
  id: "createStock",
  method: "POST",
  path,
  service: "supply",
  caller: "tenant",
  summary: "Create a product",
  description: "Adds a product to the catalogue. No center keeps it yet: create a center stock for that.",
  body: z.strictObject({
    productName,
    totalStock: units,
    minStockAlert: units,
    type: type.default(""),
  }),
  replies: { 201: { description: "The new product", body: stock } },
  errors: ["quota_exceeded"],
  idempotency: "accepted",
  tools: ["supply_create_stock", "supply_propose_stock"],
});

export const updateStock = defineRoute({
  id: "updateStock",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "supply",
  caller: "tenant",
  summary: "Change a product",
  description:
    "Only the fields that are sent change. What the centers hold stays as it is, and withdrawals keep the name that the product had.",
  params: byId,
  body: someOf({
    productName,
    totalStock: units.describe("Units that the business has of the product; centers keep their own numbers."),
    minStockAlert: units.describe("Low-inventory threshold."),
    type: type.describe("Category; an empty text removes it."),
  }),
  replies: { 200: { description: "The product as it is now", body: stock } },
  errors: ["stock_not_found"],
  idempotency: "accepted",
});
