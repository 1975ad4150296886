import { type DescMessage, type JsonObject, toJson } from "@bufbuild/protobuf";
import { isSandboxId } from "@tenant-ops/kit/call";
import type { ReceivedEvent } from "@tenant-ops/kit/events";
import { type WebhookEvent, type WebhookField, webhookEvents } from "@tenant-ops/proto/events";
import * as z from "zod";

export interface EventType {
  type: string;
  description: string;
  /** What `data` holds: the public fields of the message. Other fields are never sent. */
  data: z.ZodObject;
  /** The internal message behind it. */
  message: DescMessage;
}

/** The order of the published catalogue. */
const areas: WebhookEvent["area"][] = ["roulettes", "supply", "learning", "flows", "approvals", "webhooks"];

/** Every event that tenants can receive, from `proto/`. Fields and types are only ever added; a breaking change is a new type. */
export const catalogue: readonly EventType[] = areas.flatMap((area) =>
  webhookEvents
    .filter((event) => event.area === area)
    .map(({ type, description, fields, message }) => ({ type, description, data: toDataSchema(fields), message })),
);

function toDataSchema(fields: readonly WebhookField[]): z.ZodObject {
  return z.object(Object.fromEntries(fields.map((field) => [field.name, toValueSchema(field)])));
}

function toValueSchema({ required, note, schema }: WebhookField): z.ZodType {
  const value = required ? toPlainSchema(schema) : toPlainSchema(schema).optional();
  return note === undefined ? value : value.describe(note);
}

/** @throws Error for a constraint that no event has used so far: it would not be checked */
function toPlainSchema({ type, enum: choices, minLength, minimum, ...others }: WebhookField["schema"]): z.ZodType {
  const [unknown] = Object.keys(others);
  if (unknown) throw new Error(`catalogue.ts cannot check ${unknown} yet`);
  if (choices) return toChoiceSchema(choices.map(String));
  if (type === "string") return minLength === undefined ? z.string() : z.string().min(minLength);
  if (type === "integer") return minimum === undefined ? z.int() : z.int().min(minimum);
  return type === "boolean" ? z.boolean() : z.number();
}

/** The published schema lists the empty text as an alternative of its own, not among the words. */
function toChoiceSchema(choices: readonly string[]): z.ZodType {
  const words = z.enum(choices.filter((choice) => choice !== ""));
  return choices.includes("") ? z.union([words, z.literal("")]) : words;
}

/** The events of an endpoint that names none. */
export const defaultEventTypes = ["spin.completed"];
/** The types that an endpoint can subscribe to. "*" stands for all of them, including later ones. */
export const subscribableTypes = catalogue.map(({ type }) => type).filter((type) => !type.startsWith("webhook."));

/** Also the types that have no subscribers, such as `webhook.ping`. */
export function isEventType(text: string): boolean {
  return byType.has(text);
}

export const envelopeVersion = 1;
const bodyBytesMax = 64 * 1024;

const byMessage = new Map(catalogue.map((entry) => [entry.message.typeName, entry]));
const byType = new Map(catalogue.map((entry) => [entry.type, entry]));

export interface EventContent {
  type: string;
  data: JsonObject;
}

/** The type under which tenants receive an internal message; undefined when they do not receive it. */
export function findEventType(message: string): string | undefined {
  return byMessage.get(message)?.type;
}

/**
 * The webhook event for an internal one; undefined when tenants do not receive it.
 * @throws Error when the message does not fit its own declaration; the event then becomes a dead letter
 */
export function toWebhookEvent(event: ReceivedEvent): EventContent | undefined {
  const entry = byMessage.get(event.envelope.type);
  const message = entry && event.as(entry.message);
  if (!entry || !message) return undefined;
  return { type: entry.type, data: entry.data.parse(toJson(entry.message, message)) as JsonObject };
}

export interface Envelope extends EventContent {
  id: string;
  businessId: string;
  timestamp: string;
}

/** The bytes that every attempt sends. They are stored, because a later release might render them differently. */
export function toBody(envelope: Envelope): Buffer {
  const entry = byType.get(envelope.type);
  if (!entry) throw new Error(`${envelope.type} is not in the catalogue`);
  const { id, type, timestamp, businessId } = envelope;
  const data = entry.data.parse(envelope.data);
  // Absent from live events, so that nothing changes for a receiver that does not know sandboxes.
  const mark = isSandboxId(businessId) ? { test: true } : {};
  const body = Buffer.from(
    JSON.stringify({ id, type, timestamp, businessId, ...mark, version: envelopeVersion, data }),
  );
  if (body.length > bodyBytesMax) throw new Error(`a ${type} of ${body.length} bytes is over the limit`);
  return body;
}

/** The catalogue as JSON schemas of the whole body, for receivers. */
export function describeCatalogue() {
  return catalogue.map(({ type, description, data }) => ({
    type,
    description,
    subscribable: subscribableTypes.includes(type),
    schema: z.toJSONSchema(
      z.object({
        id: z.string().describe("The same as the header webhook-id; a repeat has the same"),
        type: z.literal(type),
        timestamp: z.string().min(1).describe("ISO 8601 in UTC"),
        businessId: z.string(),
        test: z.literal(true).optional().describe("Only in events of a sandbox"),
        version: z.literal(envelopeVersion),
        data,
      }),
      { io: "input" },
    ),
  }));
}
