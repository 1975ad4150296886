import { type WebhookEvent, type WebhookField, webhookEvents } from "@tenant-ops/proto/events";
import type { JsonValue, MediaType, Operation, Parameter, PathItem, Reference, Schema } from "./openapi.types.js";
import { addNumberFormat } from "./schemas.js";

/**
 * The headers of every delivery. They are written out at each event: oapi-codegen removes components that only `webhooks` refers to, and
 * then refuses the document.
 */
const signatureHeaders: readonly Parameter[] = [
  createHeader(
    "webhook-id",
    "The event: the same on every attempt and when it is sent again. Store it, and ignore repetitions.",
  ),
  createHeader(
    "webhook-timestamp",
    "Seconds since 1970, fresh on every attempt. Refuse requests older than five minutes.",
  ),
  createHeader(
    "webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, as Standard Webhooks defines it. Two values, separated by a space, while a secret is being rotated.",
  ),
  createHeader("webhook-trace-id", "This delivery: `traceId` in the log."),
  createHeader("webhook-attempt", "1 for the first attempt."),
];

function createHeader(name: string, description: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}

/**
 * `webhooks` of the document: every event that an endpoint of a tenant can receive. Each refers to a component: of operations that are
 * written out here, openapi-generator makes functions that call the own server, and those for Python and TypeScript do not compile.
 */
export function createWebhooks(): Record<string, Reference> {
  return Object.fromEntries(
    webhookEvents.map((event) => [event.type, { $ref: `#/components/pathItems/${nameReceiver(event)}` }]),
  );
}

export function createEventReceivers(): Record<string, PathItem> {
  return Object.fromEntries(webhookEvents.map((event) => [nameReceiver(event), { post: createEventReceiver(event) }]));
}

/** The bodies of the events. They have names, because generators use the name of a body in `webhooks` without declaring it otherwise. */
export function createEventSchemas(): Record<string, Schema> {
  const refs = webhookEvents.map((event): [string, string] => [event.type, toReference(event)]);
  return {
    ...Object.fromEntries(webhookEvents.map((event) => [nameSchema(event), createBodySchema(event)])),
    EventBody: {
      description: "The body of any event.",
      oneOf: refs.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: "type", mapping: Object.fromEntries(refs) },
    },
  };
}

/** The same as a callback of the route that creates an endpoint: oapi-codegen removes components that no operation refers to, as the headers above. */
export function createEventCallback(): NonNullable<Operation["callbacks"]> {
  const post = createReceiver(
    {
      operationId: "onEvent",
      summary: "Receive an event",
      description: "Every event that the endpoint receives; `webhooks` has each by itself.",
    },
    { schema: { $ref: "#/components/schemas/EventBody" } },
  );
  return { event: { "{$request.body#/url}": { post } } };
}

const receiverResponses = {
  "2XX": { description: "Delivered. The body of the answer is not read." },
  "410": { description: "The receiver is gone: a failed attempt, and the endpoint is disabled at once." },
  default: { description: "A failed attempt; the delivery is tried again." },
};

const nameEvent = ({ type }: WebhookEvent) =>
  type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
const nameReceiver = (event: WebhookEvent) => `on${nameEvent(event)}`;
const nameSchema = (event: WebhookEvent) => `${nameEvent(event)}Event`;
const toReference = (event: WebhookEvent) => `#/components/schemas/${nameSchema(event)}`;

const createEventReceiver = (event: WebhookEvent): Operation =>
  createReceiver(
    { operationId: nameReceiver(event), summary: event.type, description: event.description },
    { schema: { $ref: toReference(event) }, example: createExample(event) },
  );

/** What an endpoint of a tenant answers to. */
function createReceiver(name: Pick<Operation, "operationId" | "summary" | "description">, body: MediaType): Operation {
  return {
    ...name,
    tags: ["Events"],
    security: [],
    parameters: [...signatureHeaders],
    requestBody: { required: true, content: { "application/json": body } },
    responses: receiverResponses,
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
      test: { type: "boolean", description: "True, and present for events of a sandbox only." },
      data: {
        type: "object",
        required: fields.filter(({ required }) => required).map(({ name }) => name),
        properties: Object.fromEntries(fields.map((field) => [field.name, toFieldSchema(field)])),
      },
    },
  };
}

function toFieldSchema({ schema, note }: WebhookField): Schema {
  const described: Schema = { ...(schema as Schema), ...(note !== undefined && { description: note }) };
  addNumberFormat(described);
  return described;
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
