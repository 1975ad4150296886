import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateQuery } from "../fields.js";
import { delivery, deliveryStatus, logEntry, webhooksPath } from "./records.js";

const deliveriesPath = `${webhooksPath}/deliveries`;
const byTraceId = z.strictObject({ traceId: z.string().min(1).max(200) });

export const readWebhookLog = defineRoute({
  id: "readWebhookLog",
  method: "GET",
  path: webhooksPath,
  service: "webhooks",
  caller: "tenant",
  summary: "Read the last 20 deliveries",
  description:
    "An array, newest first. For older ones follow the header `Link`, or use `GET /v1/public/webhooks/deliveries`, which has filters.",
  query: z.strictObject({ cursor: listQuery.cursor.describe("As in the header `Link` of the page before.") }),
  replies: {
    200: {
      description: "Up to 20 deliveries",
      body: z.array(logEntry).max(20),
      headers: { Link: 'The next page, with `rel="next"`; absent on the last one.' },
    },
  },
});

export const listWebhookDeliveries = defineRoute({
  id: "listWebhookDeliveries",
  method: "GET",
  path: deliveriesPath,
  service: "webhooks",
  caller: "tenant",
  summary: "List deliveries",
  description:
    "One item per event and endpoint, newest first, kept for 30 days after its end. A date alone means that whole day in the business's time zone.",
  query: z.strictObject({
    ...listQuery,
    status: deliveryStatus.optional(),
    event: z.string().max(100).optional().describe("A type of event, such as `spin.completed`."),
    endpointId: z.string().max(200).optional(),
    ...dateQuery,
  }),
  replies: { 200: { description: "A page of deliveries", body: listReply(logEntry) } },
  errors: ["webhook_endpoint_not_found"],
  tools: ["webhooks_list_deliveries"],
});

export const getWebhookDelivery = defineRoute({
  id: "getWebhookDelivery",
  method: "GET",
  path: `${deliveriesPath}/{traceId}`,
  service: "webhooks",
  caller: "tenant",
  summary: "Read one delivery",
  description: "With each attempt: the status code that the receiver answered, or what went wrong.",
  params: byTraceId,
  replies: { 200: { description: "The delivery", body: delivery } },
  errors: ["webhook_delivery_not_found"],
  tools: ["webhooks_get_delivery"],
});

export const redeliverWebhook = defineRoute({
  id: "redeliverWebhook",
  method: "POST",
  path: `${deliveriesPath}/{traceId}/redeliver`,
  service: "webhooks",
  caller: "tenant",
  summary: "Send a delivery again",
  description: "A new delivery of the same event to the same endpoint, with the same `webhookId` and a new `traceId`.",
  params: byTraceId,
  replies: { 202: { description: "The new delivery, which waits to be sent", body: logEntry } },
  errors: ["webhook_delivery_not_found", "webhook_endpoint_deleted"],
  idempotency: "accepted",
});
