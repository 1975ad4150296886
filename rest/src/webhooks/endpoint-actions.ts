import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId } from "../fields.js";
import { endpoint, endpointsPath, endpointWithSecret, logEntry } from "./records.js";

const path = `${endpointsPath}/{id}`;

export const enableWebhookEndpoint = defineRoute({
  id: "enableWebhookEndpoint",
  method: "POST",
  path: `${path}/enable`,
  service: "webhooks",
  caller: "tenant",
  access: { scope: "settings:write", needsProof: true },
  summary: "Enable an endpoint",
  description: "What has waited is sent, and its count of failures starts again at 0.",
  params: byId,
  replies: { 200: { description: "The endpoint", body: endpoint } },
  errors: ["webhook_endpoint_not_found"],
  idempotency: "accepted",
});

export const pingWebhookEndpoint = defineRoute({
  id: "pingWebhookEndpoint",
  method: "POST",
  path: `${path}/ping`,
  service: "webhooks",
  caller: "tenant",
  summary: "Send a test event",
  description: "Sends a `webhook.ping` to this endpoint only. The answer's `traceId` shows the outcome in the log.",
  params: byId,
  replies: { 202: { description: "The delivery, which waits to be sent", body: logEntry } },
  errors: ["webhook_endpoint_not_found", "webhook_endpoint_disabled"],
  idempotency: "accepted",
});

export const rotateWebhookSecret = defineRoute({
  id: "rotateWebhookSecret",
  method: "POST",
  path: `${path}/rotate-secret`,
  service: "webhooks",
  caller: "tenant",
  access: { scope: "settings:write", needsProof: true },
  summary: "Replace the secret of an endpoint",
  description: "Until the overlap ends, events carry the signatures of the old and the new secret.",
  params: byId,
  body: z.strictObject({
    overlapHours: z.number().min(0).max(168).default(24).describe("How long the old secret signs as well."),
  }),
  replies: { 200: { description: "The endpoint with its new secret", body: endpointWithSecret } },
  errors: ["webhook_endpoint_not_found"],
  idempotency: "accepted",
});
