import { type WebhookEvent, type WebhookField, webhookEvents } from "@tenant-ops/proto/events";
import type { Components, JsonValue, Parameter, PathItem, Schema } from "./openapi.types.js";

/** The headers of every delivery. */
export const signatureHeaders: Components["parameters"] = {
  WebhookId: createHeader(
    "webhook-id",
    "The event: the same on every attempt and when it is sent again. Store it, and ignore repetitions.",
  ),
  WebhookTimestamp: createHeader(
    "webhook-timestamp",
    "Seconds since 1970, fresh on every attempt. Refuse requests older than five minutes.",
  ),
  WebhookSignature: createHeader(
    "webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, as Standard Webhooks defines it. Two values, separated by a space, while a secret is being rotated.",
  ),
  WebhookTraceId: createHeader("webhook-trace-id", "This delivery: `traceId` in the log."),
  WebhookAttempt: createHeader("webhook-attempt", "1 for the first attempt."),
};

function createHeader(name: string, description: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}

/** `webhooks` of the document: every event that an endpoint of a tenant can receive. */
export function createWebhooks(): Record<string, PathItem> {
  return Object.fromEntries(webhookEvents.map((event) => [event.type, { post: createReceiver(event) }]));
}

function createReceiver(event: WebhookEvent): PathItem["post"] {
  const words = event.type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    operationId: `on${words.join("")}`,
    summary: event.type,
    description: event.description,
    tags: ["Events"],
    security: [],
    parameters: Object.keys(signatureHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: createBodySchema(event), example: createExample(event) } },
    },
    responses: {
      "2XX": { description: "Delivered. The body of the answer is not read." },
      default: { description: "A failed attempt; the delivery is tried again." },
    },
  };
}

function createBodySchema({ type, fields }: WebhookEvent): Schema {
  return {
    type: "object",
    required: ["id", "type", "timestamp", "businessId", "version", "data"],
    properties: {
      id: { type: "string", description: "The same as the header `webhook-id`." },
      type: { type: "string", const: type },
      timestamp: { type: "string", format: "date-time" },
      businessId: { type: "string" },
      version: { type: "integer", const: 1 },
      test: { type: "boolean", const: true, description: "Present for events of a sandbox only." },
      data: {
        type: "object",
        required: fields.filter(({ required }) => required).map(({ name }) => name),
        properties: Object.fromEntries(fields.map((field) => [field.name, toFieldSchema(field)])),
      },
    },
  };
}

function toFieldSchema({ schema, note }: WebhookField): Schema {
  return { ...(schema as Schema), ...(note !== undefined && { description: note }) };
}

function createExample({ type, sample }: WebhookEvent): JsonValue {
  return {
    id: "evt_01kb3c9t6wf0q8x2n5v7r4m1za",
    type,
    timestamp: "2026-11-22T12:00:00.000Z",
    businessId: "biz_01kb3c8e2mf4zr6y1d0v9w3xqh",
    version: 1,
    data: sample as JsonValue,
  };
}
