import { fromBinary } from "@bufbuild/protobuf";
import { type EventEnvelope, EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { headers as newHeaders, type JsMsg, type MsgHdrs } from "nats";
import { toRefusal } from "../errors/refusal.js";
import type { OutboxRow } from "../data/infrastructure.js";
import { isTracing, startSpan, withinSpan } from "../telemetry/tracing.js";

const header = "traceparent";

/**
 * Publishes under a span of its own. An event waits in the outbox, so the envelope says where it was announced, and the
 * message's header says who brought it.
 */
export async function tracePublish<T>(
  row: OutboxRow,
  publish: (options: { headers?: MsgHdrs }) => Promise<T>,
): Promise<T> {
  if (!isTracing()) return publish({});
  const envelope = fromBinary(EventEnvelopeSchema, row.envelope.buffer);
  const destination = templateOf(row.subject);
  const span = startSpan({
    name: `publish ${destination}`,
    kind: "producer",
    parent: envelope.traceparent,
    attributes: {
      ...described(envelope, destination),
      "messaging.operation.type": "send",
      "messaging.operation.name": "publish",
    },
  });
  const headers = newHeaders();
  headers.set(header, span.traceparent);
  try {
    const taken = await publish({ headers });
    span.end();
    return taken;
  } catch (error) {
    span.end({ error: error instanceof Error ? error.name : "Error" });
    throw error;
  }
}

/** Works on an event under a span of its own, whose traceparent `work` gets to pass on. */
export async function traceArrival<T extends string>(
  message: Pick<JsMsg, "headers" | "subject">,
  envelope: EventEnvelope,
  listener: string,
  work: (traceparent: string) => Promise<T>,
): Promise<T> {
  const destination = templateOf(message.subject);
  const span = startSpan({
    name: `process ${destination}`,
    kind: "consumer",
    parent: message.headers?.get(header) || envelope.traceparent,
    attributes: {
      ...described(envelope, destination),
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

function described(envelope: EventEnvelope, destination: string) {
  return {
    "messaging.system": "nats",
    "messaging.destination.template": destination,
    "messaging.message.id": envelope.id,
    "tenantops.business_id": envelope.businessId,
    "tenantops.request_id": envelope.requestId || undefined,
  };
}

/** `events.supply.biz_1.StockLow` → `events.supply.{business}.StockLow`: a span's name must not multiply with businesses. */
function templateOf(subject: string): string {
  const [events, vertical, , ...name] = subject.split(".");
  return [events, vertical, "{business}", ...name].join(".");
}
