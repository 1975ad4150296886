import { type DescField, type DescFile, type DescMessage, getOption, hasOption } from "@bufbuild/protobuf";
import { public$ as publicOption, webhook as webhookOption } from "../gen/tenantops/event/v1/event_pb.js";
import type { WebhookEvent, WebhookField } from "../src/events.types.js";
import type { EventArea } from "../src/areas.js";
import { isRequired, readKeywords } from "./rules.js";
import { getAnswerName, toScalarType } from "./schema.js";
import { contractError, optionError, withEvents } from "./source.js";

export interface CollectedEvent {
  page: Omit<WebhookEvent, "message">;
  message: DescMessage;
}

/** The events that tenants can receive as webhooks, in the order of the areas and of the messages. */
export function collectEvents(files: readonly DescFile[]): CollectedEvent[] {
  const messages = withEvents(files).flatMap(({ area, file }) => file.messages.map((message) => ({ area, message })));
  const types = new Set<string>();
  return messages.flatMap(({ area, message }) => {
    const isWebhook = hasOption(message, webhookOption);
    const stray = message.fields.find((field) => !isWebhook && hasOption(field, publicOption));
    if (stray) throw contractError(stray, `${stray.name} is public, but ${message.name} is no webhook event.`);
    if (!isWebhook) return [];
    const page = createEvent(area, message);
    if (types.has(page.type))
      throw optionError(message, webhookOption, `The event type ${page.type} is declared twice.`);
    types.add(page.type);
    return [{ page, message }];
  });
}

function createEvent(area: EventArea, message: DescMessage): CollectedEvent["page"] {
  const fail = (sentence: string) => optionError(message, webhookOption, sentence);
  const { type, description, sample } = getOption(message, webhookOption);
  if (!/^[a-z]+(\.[a-z_]+)+$/.test(type)) throw fail(`${JSON.stringify(type)} is no event type such as stock.low.`);
  if (description === "") throw fail(`${type} has no description; receivers read it.`);
  const fields = message.fields.filter((field) => hasOption(field, publicOption)).map(createField);
  try {
    return { type, description, area, fields, sample: JSON.parse(sample) as WebhookEvent["sample"] };
  } catch (error) {
    throw fail(`The sample of ${type} is not JSON: ${String(error)}`);
  }
}

function createField(field: DescField): WebhookField {
  if (field.fieldKind !== "scalar") throw contractError(field, `${field.name}: webhooks carry plain values only.`);
  const { note, isPerson } = getOption(field, publicOption);
  const schema = { type: toScalarType(field.scalar, field), ...readKeywords(field) };
  return {
    name: getAnswerName(field),
    required: isRequired(field),
    ...(note && { note }),
    ...(isPerson && { isPerson: true as const }),
    schema,
  };
}
