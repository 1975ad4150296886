import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, someOf } from "../fields.js";
import { endpoint, endpointFields, endpointsPath, endpointStatus, endpointWithSecret } from "./records.js";

const path = endpointsPath;
const { url, description, events, maxAttempts, maxConcurrency, ratePerSecond } = endpointFields;

export const listWebhookEndpoints = defineRoute({
  id: "listWebhookEndpoints",
  method: "GET",
  path,
  service: "webhooks",
  caller: "tenant",
  summary: "List the endpoints",
  description: "Where events are sent, which ones, and whether deliveries succeed; newest first. Never a secret.",
  query: z.strictObject({ ...listQuery, status: endpointStatus.optional() }),
  replies: { 200: { description: "A page of endpoints", body: listReply(endpoint) } },
  tools: ["webhooks_list_endpoints"],
});

export const getWebhookEndpoint = defineRoute({
  id: "getWebhookEndpoint",
  method: "GET",
  path: `${path}/{id}`,
  service: "webhooks",
  caller: "tenant",
  summary: "Read one endpoint",
  params: byId,
  replies: { 200: { description: "The endpoint", body: endpoint } },
  errors: ["webhook_endpoint_not_found"],
});

export const createWebhookEndpoint = defineRoute({
  id: "createWebhookEndpoint",
  method: "POST",
  path,
  service: "webhooks",
  caller: "tenant",
  access: { scope: "settings:write", needsProof: true },
  summary: "Create an endpoint",
  description:
    "Events from now on are sent to `url`. A business has at most 20 endpoints. The answer shows `secret`, which no later answer does.",
  body: z.strictObject({
    url,
    description: description.default(""),
    events: events.default(["spin.completed"]),
    maxAttempts: maxAttempts.optional(),
    maxConcurrency: maxConcurrency.optional(),
    ratePerSecond: ratePerSecond.optional(),
  }),
  replies: { 201: { description: "The new endpoint with its secret", body: endpointWithSecret } },
  errors: ["webhook_endpoint_limit", "egress_refused"],
  subscribesToEvents: true,
  idempotency: "accepted",
});

export const updateWebhookEndpoint = defineRoute({
  id: "updateWebhookEndpoint",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "webhooks",
  caller: "tenant",
  access: { scope: "settings:write", needsProof: true },
  summary: "Change an endpoint",
  description:
    "Absent fields stay as they are; `null` removes a limit. While `status` is `disabled`, events wait: for 30 days new ones are still collected.",
  params: byId,
  body: someOf({
    url,
    description,
    events,
    status: endpointStatus,
    maxAttempts: maxAttempts.nullable(),
    maxConcurrency: maxConcurrency.nullable(),
    ratePerSecond: ratePerSecond.nullable(),
  }),
  replies: { 200: { description: "The endpoint after the change", body: endpoint } },
  errors: ["webhook_endpoint_not_found", "egress_refused"],
  idempotency: "accepted",
});

export const deleteWebhookEndpoint = defineRoute({
  id: "deleteWebhookEndpoint",
  method: "DELETE",
  path: `${path}/{id}`,
  service: "webhooks",
  caller: "tenant",
  access: { scope: "settings:write", needsProof: true },
  summary: "Delete an endpoint",
  description: "Its pending deliveries fail, and none of its deliveries can be sent again. This cannot be undone.",
  params: byId,
  replies: { 204: { description: "It is deleted" } },
  errors: ["webhook_endpoint_not_found"],
  idempotency: "accepted",
});
