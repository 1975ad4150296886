import { fromBinary } from "@bufbuild/protobuf";
import { type EventEnvelope, EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { Binary } from "mongodb";
import type { JsMsg } from "nats";
import { createSystemCall } from "../call/call.js";
import type { DeadLetterRow } from "../data/infrastructure.js";
import { toRefusal } from "../errors/refusal.js";
import type { EventOutcome } from "../telemetry/metrics.js";
import { getTraceId } from "../telemetry/traceparent.js";
import type { EventListenerOptions, ReceivedEvent } from "./event-listener.types.js";
import { traceProcessing } from "./event-tracing.js";

const retryDelayMs = 60_000;

/** Stores a message that cannot be processed in `deadLetters` and ends its delivery. Without the database it is redelivered. */
async function storeDeadLetter(
  message: JsMsg,
  { listener, database, logger }: EventListenerOptions,
  error: unknown,
): Promise<void> {
  try {
    await database.infrastructure<DeadLetterRow>("deadLetters").updateOne(
      { _id: `${listener.name}|${message.seq}|${message.info.timestampNanos}` },
      {
        $setOnInsert: {
          consumer: listener.name,
          subject: message.subject,
          data: new Binary(message.data),
          error: error instanceof Error ? error.message : String(error),
          at: new Date(),
        },
      },
      { upsert: true },
    );
    message.term();
  } catch (failure) {
    logger.error({ err: failure, consumer: listener.name }, "dead letter not stored, event will be redelivered");
    message.nak(retryDelayMs);
  }
}

/** What processing a message needs: `processOnce` calls the listener's `handle`. */
export interface ProcessingOptions extends EventListenerOptions {
  processOnce: ReturnType<typeof createProcessOnce>;
}

export const createProcessOnce = ({ database, listener }: EventListenerOptions) =>
  database.processOnce<ReceivedEvent>((events) => listener.handle(events));

const triesMax = 10;
const backoffMsMax = 60_000;

/**
 * Handles one message and acknowledges it, schedules its redelivery, or stores it as a dead letter: one that is no event at once, because it cannot
 * become one, the others after ten tries. Never throws.
 */
export async function processMessage(message: JsMsg, options: ProcessingOptions): Promise<void> {
  const { listener, logger, metrics } = options;
  const count = (outcome: EventOutcome) => metrics.eventsConsumed.inc({ consumer: listener.name, outcome });
  const tries = message.info.redeliveryCount;
  let envelope: EventEnvelope | undefined;
  try {
    envelope = readEnvelope(message);
    count(await handleEvent(message, envelope, options));
    message.ack();
  } catch (error) {
    const origin = envelope && toOrigin(envelope);
    logger.warn(
      { err: error, consumer: listener.name, subject: message.subject, tries, ...origin },
      "event handler failed",
    );
    // A temporary failure of the database is retried without limit: an outage would turn all events into dead letters.
    if (envelope && (tries < triesMax || toRefusal(error).retryable)) {
      count("failed");
      message.nak(Math.min((options.backoffMs ?? 1000) * 2 ** (tries - 1), backoffMsMax));
      return;
    }
    await storeDeadLetter(message, options, error);
    count("dead_lettered");
  }
}

/** @throws Error for a message that is no event */
function readEnvelope({ data }: JsMsg): EventEnvelope {
  const envelope = fromBinary(EventEnvelopeSchema, data);
  if (!envelope.id || !envelope.businessId) throw new Error("not an event envelope");
  return envelope;
}

async function handleEvent(
  message: JsMsg,
  envelope: EventEnvelope,
  { listener, database, logger, metrics, processOnce }: ProcessingOptions,
): Promise<EventOutcome> {
  const started = performance.now();
  const event: ReceivedEvent = {
    envelope,
    as: (schema) => (envelope.type === schema.typeName ? fromBinary(schema, envelope.data) : undefined),
  };
  return traceProcessing(message, envelope, listener.name, async (traceparent) => {
    const { businessId, requestId } = envelope;
    // An event carries no credential: the handler acts for the business in which the event happened. Events are processed also while the business is
    // being offboarded, until its deletion begins, so that nothing is missing when the offboarding is cancelled.
    const call = createSystemCall(businessId, listener.name, { requestId, traceparent, allowsClosed: "closed" });
    if (database.closedBusinesses.isDeleting(businessId)) return "outdated";
    // A redelivered event may have been processed before the crash of a process: then `afterCommit` must run.
    const isIgnored = !message.redelivered && (await listener.isWanted?.(event)) === false;
    const outcome = isIgnored ? "ignored" : await processOnce(call, { id: `${listener.name}|${envelope.id}`, event });
    if (outcome === "processed" || outcome === "duplicate") await listener.afterCommit?.(event);
    if (outcome === "processed") observeLag(metrics, listener.name, envelope);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const line = { consumer: listener.name, type: envelope.type, event: envelope.id, outcome, ms };
    logger.info({ ...line, ...toOrigin(envelope), traceId: getTraceId(traceparent) }, "event");
    return outcome;
  });
}

function observeLag(metrics: EventListenerOptions["metrics"], consumer: string, { occurredAt }: EventEnvelope): void {
  const lagMs = Date.now() - Date.parse(occurredAt);
  // Not a number for an envelope without a time; negative when the clock of the publisher is ahead.
  if (lagMs >= 0) metrics.eventLagSeconds.observe({ consumer }, lagMs / 1000);
}

/** The fields by which other log lines name the cause of an event. */
function toOrigin({ businessId, requestId, traceparent }: EventEnvelope) {
  return { businessId, requestId, traceId: getTraceId(traceparent) };
}
