import { fromBinary } from "@bufbuild/protobuf";
import { type EventEnvelope, EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { headers as newHeaders, type JsMsg, type MsgHdrs } from "nats";
import { toRefusal } from "../errors/refusal.js";
import type { OutboxEvent } from "../data/infrastructure.js";
import { isTracing, startSpan, withinSpan } from "../telemetry/tracing.js";

const traceparentHeader = "traceparent";

/**
 * Publishes an event in a span of its own. The traceparent in the envelope is that of the call which published the event; the
 * header of the message gets the traceparent of the span that sent it.
 */
export async function tracePublish<T>(
  event: OutboxEvent,
  publish: (options: { headers?: MsgHdrs }) => Promise<T>,
): Promise<T> {
  if (!isTracing()) return publish({});
  const envelope = fromBinary(EventEnvelopeSchema, event.envelope.buffer);
  const destination = toTemplate(event.subject);
  const span = startSpan({
    name: `publish ${destination}`,
    kind: "producer",
    parent: envelope.traceparent,
    attributes: {
      ...toAttributes(envelope, destination),
      "messaging.operation.type": "send",
      "messaging.operation.name": "publish",
    },
  });
  const headers = newHeaders();
  headers.set(traceparentHeader, span.traceparent);
  try {
    const acknowledgement = await publish({ headers });
    span.end();
    return acknowledgement;
  } catch (error) {
    span.end({ error: error instanceof Error ? error.name : "Error" });
    throw error;
  }
}

/** Processes an event in a span of its own. `work` gets the traceparent of the span. */
export async function traceProcessing<T extends string>(
  message: Pick<JsMsg, "headers" | "subject">,
  envelope: EventEnvelope,
  listener: string,
  work: (traceparent: string) => Promise<T>,
): Promise<T> {
  const destination = toTemplate(message.subject);
  const span = startSpan({
    name: `process ${destination}`,
    kind: "consumer",
    parent: message.headers?.get(traceparentHeader) || envelope.traceparent,
    attributes: {
      ...toAttributes(envelope, destination),
      "messaging.operation.type": "process",
      "messaging.operation.name": "process",
      "messaging.consumer.group.name": listener,
    },
  });
  try {
    const outcome = await withinSpan(span.traceparent, () => work(span.traceparent));
    span.end({ attributes: { "tenantops.outcome": outcome } });
    return outcome;
  } catch (error) {
    span.end({ error: toRefusal(error).code });
    throw error;
  }
}

function toAttributes(envelope: EventEnvelope, destination: string) {
  return {
    "messaging.system": "nats",
    "messaging.destination.template": destination,
    "messaging.message.id": envelope.id,
    "tenantops.business_id": envelope.businessId,
    "tenantops.request_id": envelope.requestId || undefined,
  };
}

/** `events.supply.biz_1.StockLow` → `events.supply.{business}.StockLow`: the names of spans must be of low cardinality. */
function toTemplate(subject: string): string {
  const [events, area, , ...name] = subject.split(".");
  return [events, area, "{business}", ...name].join(".");
}
