import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateQuery, dateTime, line, units } from "../fields.js";

const root = "/v1/public/supply";
const reasons = ["initial", "withdrawal", "receiving", "transfer", "count"] as const;

const movement = z
  .strictObject({
    _id: z.string(),
    centerStockId: z.string(),
    stockId: z.string(),
    serviceCenterId: z.string(),
    seq: z.int().min(1).describe("1, 2, 3 … per center stock, without gaps."),
    delta: z.int().describe("Units added; negative: taken."),
    quantityAfter: z.int().describe("Units at the center afterwards."),
    reason: z.enum(reasons),
    ref: z
      .string()
      .describe("Id of the withdrawal, receiving, transfer or count; for `initial`, of the center stock itself."),
    note: z.string(),
    actor: z.string().describe("Id of the API key."),
    at: dateTime,
  })
  .meta({ id: "Movement" });

const filters = {
  reason: z
    .enum(["", ...reasons])
    .default("")
    .describe("Only changes for this reason."),
  ...dateQuery,
};
const note = line(500).default("").describe("For the ledger, such as an order number.");

export const listMovements = defineRoute({
  id: "listMovements",
  method: "GET",
  path: `${root}/movements`,
  service: "supply",
  caller: "tenant",
  summary: "List the ledger of all centers",
  description: "Every change of a quantity, newest first. Rows are never changed or deleted.",
  query: z.strictObject({
    serviceCenterId: z.string().default("").describe("Only at this center."),
    ref: z.string().max(200).default("").describe("Only those of this withdrawal, receiving, transfer or count."),
    ...filters,
    ...listQuery,
  }),
  replies: { 200: { description: "A page of the ledger", body: listReply(movement) } },
  errors: ["center_not_found"],
});

export const getMovement = defineRoute({
  id: "getMovement",
  method: "GET",
  path: `${root}/movements/{id}`,
  service: "supply",
  caller: "tenant",
  summary: "Read one row of the ledger",
  params: byId,
  replies: { 200: { description: "The row", body: movement } },
  errors: ["movement_not_found"],
});

export const listCenterStockMovements = defineRoute({
  id: "listCenterStockMovements",
  method: "GET",
  path: `${root}/center-stocks/{id}/movements`,
  service: "supply",
  caller: "tenant",
  summary: "List the ledger of one center stock",
  description: "Newest row first. The `delta`s of all rows add up to `currentStock`.",
  params: byId,
  query: z.strictObject({ ...filters, ...listQuery }),
  replies: { 200: { description: "A page of the ledger", body: listReply(movement) } },
  errors: ["center_stock_not_found"],
  tools: ["supply_list_movements"],
});

export const receiveStock = defineRoute({
  id: "receiveStock",
  method: "POST",
  path: `${root}/center-stocks/{id}/receive`,
  service: "supply",
  caller: "tenant",
  summary: "Add units that arrived at a center",
  description:
    "Sent twice without an `Idempotency-Key`, it adds twice; a count corrects that. The answer is the row of the ledger.",
  params: byId,
  body: z.strictObject({ quantity: units.min(1).describe("Units that arrived."), note }),
  replies: { 200: { description: "The row of the ledger", body: movement } },
  errors: ["center_stock_not_found", "stock_limit_exceeded"],
  idempotency: "accepted",
  tools: ["supply_approve_receive_stock", "supply_propose_receive_stock"],
});

export const countStock = defineRoute({
  id: "countStock",
  method: "POST",
  path: `${root}/center-stocks/{id}/count`,
  service: "supply",
  caller: "tenant",
  summary: "Set what a center holds to what was counted",
  description:
    "With `expectedStock`, the request is refused when units have come or gone since it was read. The answer is the row of the ledger; its `delta` is the difference.",
  params: byId,
  body: z.strictObject({
    counted: units.describe("Units that are really there."),
    expectedStock: units.optional().describe("`currentStock` as it was read before the count."),
    note,
  }),
  replies: { 200: { description: "The row of the ledger", body: movement } },
  errors: ["center_stock_not_found", "stock_changed"],
  idempotency: "accepted",
  tools: ["supply_approve_count_stock", "supply_propose_count_stock"],
});
