import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { operatorCall } from "./operator-records.js";

export const listOperatorCalls = defineRoute({
  id: "listOperatorCalls",
  method: "GET",
  path: "/v1/admin/calls",
  service: "accounts",
  caller: "operator",
  summary: "List the calls of operators",
  description: "Newest first, kept for 400 days. Bodies and keys are not recorded.",
  query: z.strictObject({
    ...listQuery,
    operator: z.string().max(200).optional().describe("Name of an operator key."),
    businessId: z.string().max(200).optional().describe("Calls whose path names this business."),
  }),
  replies: { 200: { description: "A page of calls", body: listReply(operatorCall) } },
});
