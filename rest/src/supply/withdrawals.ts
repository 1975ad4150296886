import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateQuery, dateTime, email, line, units } from "../fields.js";

const path = "/v1/public/supply/withdrawals";

const withdrawal = z
  .strictObject({
    _id: z.string(),
    stockId: z.string(),
    productName: z.string().describe("As it was then."),
    serviceCenterId: z.string(),
    serviceCenterName: z.string().describe("As it was then."),
    workerId: z.string(),
    email: z.string(),
    quantity: z.int(),
    withdrawalType: z.string(),
    entregador: z.string().describe("Delivery person."),
    tipoEntrega: z.string().describe("Delivery type."),
    ciudad: z.string().describe("City."),
    talla: z.string().describe("Size."),
    stockBefore: z.int().describe("Units at the center before it."),
    stockAfter: z.int().describe("Units at the center afterwards."),
    status: z.literal("delivered"),
    createdAt: dateTime,
    createdBy: z.string().describe("Id of the API key."),
    requestId: z.string(),
  })
  .meta({ id: "Withdrawal" });

export const listWithdrawals = defineRoute({
  id: "listWithdrawals",
  method: "GET",
  path,
  service: "supply",
  caller: "tenant",
  summary: "List the withdrawals",
  description: "Newest first. A center or product that is not of this business is 404, not an empty list.",
  query: z.strictObject({
    serviceCenterId: z.string().default("").describe("Only from this center."),
    stockId: z.string().default("").describe("Only of this product."),
    workerId: line(200).default("").describe("Only to this worker."),
    withdrawalType: z.string().max(100).default("").describe("Only of this type."),
    ...dateQuery,
    ...listQuery,
  }),
  replies: { 200: { description: "A page of withdrawals", body: listReply(withdrawal) } },
  errors: ["center_not_found", "stock_not_found"],
  tools: ["supply_list_withdrawals", "supply_get_withdrawal_history"],
});

export const getWithdrawal = defineRoute({
  id: "getWithdrawal",
  method: "GET",
  path: `${path}/{id}`,
  service: "supply",
  caller: "tenant",
  summary: "Read one withdrawal",
  params: byId,
  replies: { 200: { description: "The withdrawal", body: withdrawal } },
  errors: ["withdrawal_not_found"],
});

export const createWithdrawal = defineRoute({
  id: "createWithdrawal",
  method: "POST",
  path,
  service: "supply",
  caller: "tenant",
  summary: "Hand out units of a product to a worker",
  description:
    "Takes the units out of the center's stock and records the delivery, in one step. It cannot be undone. Of several requests for the last units only as many succeed as the center holds.",
  body: z.strictObject({
    stockId: z.string().min(1),
    serviceCenterId: z.string().min(1),
    workerId: line(200).min(1),
    email: email(254).describe("Of the worker."),
    quantity: units.min(1).describe("At most what the center holds."),
    withdrawalType: z
      .string()
      .max(100)
      .default("insumos")
      .describe("One of `GET /v1/public/supply/withdrawal-types`; capitals do not matter."),
    entregador: line(200).default("").describe("Delivery person."),
    tipoEntrega: line(200).default("").describe("Delivery type."),
    ciudad: line(200).default("").describe("City."),
    talla: line(50).default("").describe("Size."),
  }),
  replies: { 201: { description: "The withdrawal", body: withdrawal } },
  errors: ["center_not_found", "stock_not_found", "unknown_withdrawal_type", "insufficient_stock"],
  idempotency: "required",
  tools: ["supply_approve_withdrawal", "supply_propose_withdrawal"],
});
