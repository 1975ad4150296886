import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, queryFlag, someOf, units } from "../fields.js";

const path = "/v1/public/supply/center-stocks";

const centerStock = z
  .strictObject({
    _id: z.string(),
    stockId: z.string().describe("The product."),
    serviceCenterId: z.string().describe("The center."),
    currentStock: z.int().describe("Units at the center now."),
    minStockAlert: z.int().describe("Below this it is low."),
    belowAlert: z.boolean().describe("Whether `currentStock` is below `minStockAlert`."),
    criticality: z.enum(["low", "medium", "high"]).describe("How much being low matters."),
    productName: z.string(),
    serviceCenterName: z.string(),
    createdAt: dateTime,
  })
  .meta({ id: "CenterStock" });

export const listCenterStocks = defineRoute({
  id: "listCenterStocks",
  method: "GET",
  path,
  service: "supply",
  caller: "tenant",
  summary: "List what the centers hold",
  description:
    "One item per product and center, newest first. `belowAlert=true` shows what must be refilled. A center or product that is not of this business is 404, not an empty list.",
  query: z.strictObject({
    serviceCenterId: z.string().default("").describe("Only of this center."),
    stockId: z.string().default("").describe("Only of this product."),
    belowAlert: queryFlag.optional().describe("Only those below their alert, or only the others."),
    ...listQuery,
  }),
  replies: { 200: { description: "A page of center stocks", body: listReply(centerStock) } },
  errors: ["center_not_found", "stock_not_found"],
  tools: ["supply_list_service_center_stocks", "supply_get_low_stock_alerts"],
});

export const getCenterStock = defineRoute({
  id: "getCenterStock",
  method: "GET",
  path: `${path}/{id}`,
  service: "supply",
  caller: "tenant",
  summary: "Read what one center holds of one product",
  params: byId,
  replies: { 200: { description: "The center stock", body: centerStock } },
  errors: ["center_stock_not_found"],
});

export const createCenterStock = defineRoute({
  id: "createCenterStock",
  method: "POST",
  path,
  service: "supply",
  caller: "tenant",
  summary: "Let a center keep a product",
  description:
    "Once per product and center. From then on the quantity changes only by withdrawals, receiving, transfers and counts.",
  body: z.strictObject({
    stockId: z.string().min(1),
    serviceCenterId: z.string().min(1),
    currentStock: units.describe("Units at the center now."),
    minStockAlert: units,
    criticality: z.enum(["", "low", "medium", "high"]).default("").describe("Empty: `medium`."),
  }),
  replies: { 201: { description: "The new center stock", body: centerStock } },
  errors: ["center_not_found", "stock_not_found", "center_stock_exists", "quota_exceeded"],
  idempotency: "accepted",
  tools: ["supply_create_service_center_stock", "supply_propose_service_center_stock"],
});

export const updateCenterStock = defineRoute({
  id: "updateCenterStock",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "supply",
  caller: "tenant",
  summary: "Change the alert of a center stock",
  description:
    "`belowAlert` follows at once. No event is sent when a higher alert makes it low: `stock.low` tells that a quantity has fallen.",
  params: byId,
  body: someOf({
    minStockAlert: units.describe("Below this it is low."),
    criticality: z.enum(["low", "medium", "high"]).describe("How much being low matters."),
  }),
  replies: { 200: { description: "The center stock as it is now", body: centerStock } },
  errors: ["center_stock_not_found"],
  idempotency: "accepted",
});
