import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { Binary } from "mongodb";
import type { Call } from "../../call/call.js";
import { serializeMessage } from "../../serialization/message-writer.js";
import { newId } from "../ids.js";
import type { OutboxEvent, OutboxRow } from "../infrastructure.js";

/** An event in the envelope in which it will be sent. */
export function createOutboxEvent<Schema extends DescMessage>(
  call: Pick<Call, "businessId" | "requestId" | "traceparent">,
  schema: Schema,
  event: MessageInitShape<Schema>,
): OutboxEvent {
  const envelope = create(EventEnvelopeSchema, {
    id: newId("evt"),
    businessId: call.businessId,
    type: schema.typeName,
    occurredAt: new Date().toISOString(),
    requestId: call.requestId,
    ...(call.traceparent && { traceparent: call.traceparent }),
    data: serializeMessage(schema, create(schema, event)),
  });
  return {
    _id: envelope.id,
    subject: toSubject(schema, call.businessId),
    envelope: new Binary(serializeMessage(EventEnvelopeSchema, envelope)),
  };
}

/** Bounds a row: the largest batch has about as many events, and the relay holds whole rows in memory. */
const eventsPerRowMax = 128;

/** The rows of one transaction: one, unless it has very many events. */
export function createOutboxRows(businessId: string, events: readonly OutboxEvent[]): OutboxRow[] {
  const createdAt = new Date();
  const rows: OutboxRow[] = [];
  for (let start = 0; start < events.length; start += eventsPerRowMax) {
    const ofRow = events.slice(start, start + eventsPerRowMax);
    rows.push({ _id: ofRow[0]?._id ?? "", businessId, events: ofRow, createdAt, publishedAt: null });
  }
  return rows;
}

/** `tenantops.supply.v1.WithdrawalApproved` of one business → `events.supply.<business>.WithdrawalApproved`. */
function toSubject(schema: DescMessage, businessId: string): string {
  const [, area] = schema.typeName.split(".");
  return `events.${area}.${businessId}.${schema.name}`;
}
