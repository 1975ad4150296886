import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateQuery, dateTime, line, units } from "../fields.js";

const path = "/v1/public/supply/transfers";

const transfer = z
  .strictObject({
    _id: z.string(),
    stockId: z.string(),
    fromCenterId: z.string(),
    toCenterId: z.string(),
    quantity: z.int(),
    note: z.string(),
    fromStockAfter: z.int().describe("Units that the giving center had left."),
    toStockAfter: z.int().describe("Units that the receiving center had afterwards."),
    createdAt: dateTime,
    createdBy: z.string().describe("Id of the API key."),
  })
  .meta({ id: "Transfer" });

export const listTransfers = defineRoute({
  id: "listTransfers",
  method: "GET",
  path,
  service: "supply",
  caller: "tenant",
  summary: "List the transfers between centers",
  description: "Newest first.",
  query: z.strictObject({
    stockId: z.string().default("").describe("Only of this product."),
    fromCenterId: z.string().default("").describe("Only from this center."),
    toCenterId: z.string().default("").describe("Only to this center."),
    ...dateQuery,
    ...listQuery,
  }),
  replies: { 200: { description: "A page of transfers", body: listReply(transfer) } },
  errors: ["center_not_found", "stock_not_found"],
});

export const getTransfer = defineRoute({
  id: "getTransfer",
  method: "GET",
  path: `${path}/{id}`,
  service: "supply",
  caller: "tenant",
  summary: "Read one transfer",
  params: byId,
  replies: { 200: { description: "The transfer", body: transfer } },
  errors: ["transfer_not_found"],
});

export const createTransfer = defineRoute({
  id: "createTransfer",
  method: "POST",
  path,
  service: "supply",
  caller: "tenant",
  summary: "Move units from one center to another",
  description:
    "Both centers must keep the product. A transfer in the other direction undoes it. Its two rows of the ledger: `GET /v1/public/supply/movements?ref={_id}`.",
  body: z.strictObject({
    stockId: z.string().min(1),
    fromCenterId: z.string().min(1),
    toCenterId: z.string().min(1),
    quantity: units.min(1),
    note: line(500).default(""),
  }),
  replies: { 201: { description: "The transfer", body: transfer } },
  errors: [
    "center_not_found",
    "stock_not_found",
    "insufficient_stock",
    "center_stock_not_found",
    "stock_limit_exceeded",
  ],
  idempotency: "accepted",
  tools: ["supply_approve_transfer_stock", "supply_propose_transfer_stock"],
});
