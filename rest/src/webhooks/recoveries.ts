import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId } from "../fields.js";
import { endpointsPath, recovery, recoveryStatus, webhooksPath } from "./records.js";

const path = `${webhooksPath}/recoveries`;

export const recoverWebhookDeliveries = defineRoute({
  id: "recoverWebhookDeliveries",
  method: "POST",
  path: `${endpointsPath}/{id}/recover`,
  service: "webhooks",
  caller: "tenant",
  summary: "Send failed deliveries of a time range again",
  description:
    "Starts a recovery: each event that failed in the range becomes one new delivery to this endpoint, oldest first. It runs in the background.",
  params: byId,
  body: z.strictObject({
    since: z.iso.datetime({ offset: true }).describe("At most 30 days ago."),
    until: z.iso.datetime({ offset: true }).optional().describe("Now, when it is absent."),
  }),
  replies: { 202: { description: "The recovery, which has started", body: recovery } },
  errors: ["webhook_endpoint_not_found", "webhook_endpoint_disabled"],
  idempotency: "accepted",
});

export const listWebhookRecoveries = defineRoute({
  id: "listWebhookRecoveries",
  method: "GET",
  path,
  service: "webhooks",
  caller: "tenant",
  summary: "List the recoveries",
  description: "Newest first.",
  query: z.strictObject({
    ...listQuery,
    endpointId: z.string().max(200).optional(),
    status: recoveryStatus.optional(),
  }),
  replies: { 200: { description: "A page of recoveries", body: listReply(recovery) } },
});

export const getWebhookRecovery = defineRoute({
  id: "getWebhookRecovery",
  method: "GET",
  path: `${path}/{id}`,
  service: "webhooks",
  caller: "tenant",
  summary: "Read one recovery",
  params: byId,
  replies: { 200: { description: "The recovery", body: recovery } },
  errors: ["webhook_recovery_not_found"],
});
