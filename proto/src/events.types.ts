import type { DescMessage, JsonObject } from "@bufbuild/protobuf";
import type { JsonSchema } from "./catalog.js";
import type { EventArea } from "./areas.js";

/** An event that tenants can receive as a webhook. */
export interface WebhookEvent {
  /** Such as `withdrawal.created`. */
  type: string;
  description: string;
  area: EventArea;
  /** The fields that are sent. Other fields of the message stay inside. */
  fields: readonly WebhookField[];
  /** `data` of one such event. */
  sample: JsonObject;
  message: DescMessage;
}

export interface WebhookField {
  /** Its name in `data`. */
  name: string;
  /** Always present. */
  required: boolean;
  /** A note about the value for receivers. */
  note?: string;
  /** Its value names a person, and an erasure replaces it. */
  isPerson?: true;
  /** Type and constraints. */
  schema: JsonSchema;
}
