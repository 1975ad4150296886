import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { Binary } from "mongodb";
import type { Call } from "../call/call.js";
import { newId } from "./ids.js";
import type { OutboxRow } from "./infrastructure.js";

/** A row of the outbox: the event in the envelope in which it will be sent. */
export function createOutboxRow<Schema extends DescMessage>(
  call: Pick<Call, "businessId" | "requestId" | "traceparent">,
  schema: Schema,
  event: MessageInitShape<Schema>,
  sandboxGeneration: number,
): OutboxRow {
  const now = new Date();
  const envelope = create(EventEnvelopeSchema, {
    id: newId("evt"),
    businessId: call.businessId,
    type: schema.typeName,
    occurredAt: now.toISOString(),
    requestId: call.requestId,
    ...(call.traceparent && { traceparent: call.traceparent }),
    data: toBinary(schema, create(schema, event)),
    sandboxGeneration,
  });
  return {
    _id: envelope.id,
    businessId: call.businessId,
    subject: toSubject(schema, call.businessId),
    envelope: new Binary(toBinary(EventEnvelopeSchema, envelope)),
    createdAt: now,
    publishedAt: null,
  };
}

/** `tenantops.supply.v1.WithdrawalApproved` of one business → `events.supply.<business>.WithdrawalApproved`. */
function toSubject(schema: DescMessage, businessId: string): string {
  const [, vertical] = schema.typeName.split(".");
  return `events.${vertical}.${businessId}.${schema.name}`;
}
