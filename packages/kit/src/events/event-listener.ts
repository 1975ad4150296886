import { setTimeout as sleep } from "node:timers/promises";
import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { type EventEnvelope, EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { Binary } from "mongodb";
import {
  AckPolicy,
  type ConsumerMessages,
  ConsumerEvents,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
} from "nats";
import { type Bus, ensureEventStream, eventStream } from "./bus.js";
import { type Call, createSystemCall } from "../call/call.js";
import { toRefusal } from "../errors/refusal.js";
import type { DeadLetterRow } from "../data/infrastructure.js";
import type { Database } from "../data/database.types.js";
import type { WriteScope } from "../data/scope.types.js";
import { type Logger, type Metrics, traceIdOf } from "../telemetry/telemetry.js";
import { traceArrival } from "./event-tracing.js";

const triesMax = 10;
// Each holds a connection to the database for a whole transaction, of fifty that the process has for everything. Twice as
// many took in no more events a second.
const workAtOnce = 16;
/**
 * What a process that died had in hand comes again after this time. Whoever lives asks for more of it while he works, so it
 * says nothing about how long an effect may take.
 */
const ackWaitMs = 10_000;
const outcomes = ["done", "repeated", "failed", "parked"] as const;

/** What a service does when something happened elsewhere. */
export interface EventListener {
  /** Durable name; JetStream remembers under it how far we are. */
  name: string;
  /** One subject filter, such as `events.>` or `events.roulettes.>`: nats-server 2.9 knows only one per consumer. */
  subject: string;
  /**
   * Runs in a transaction together with the note that this event had its effect, so a second arrival does nothing.
   * Throwing means "again later"; after ten tries the event is parked in `deadLetters`, unless the last one failed of
   * something that passes, such as a database that is away.
   */
  handle: (event: ReceivedEvent, scope: WriteScope) => Promise<void>;
  /** Runs after the effect is committed and before the event is acknowledged, also when it arrived a second time. */
  afterCommit?: (event: ReceivedEvent) => Promise<void>;
  /** A consumer that is made anew starts here; without it, at the oldest event there is. One that exists goes on. */
  startTime?: Date;
}

export interface ReceivedEvent {
  envelope: EventEnvelope;
  /** The message inside, if it is one of this schema. */
  as<Schema extends DescMessage>(schema: Schema): MessageShape<Schema> | undefined;
}

export interface EventListenerOptions {
  listener: EventListener;
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  /** First pause before a failed event comes again; doubled each time, up to a minute. */
  backoffMs?: number;
  /** How long JetStream waits for a sign of life before it gives an event to somebody else. */
  ackWaitMs?: number;
}

/** Starts to listen, and goes on listening through every outage of NATS until it is stopped. */
export function startEventListener(options: EventListenerOptions): { stop(): Promise<void> } {
  const { listener, bus, logger, metrics } = options;
  const patienceMs = options.ackWaitMs ?? ackWaitMs;
  let stopped = false;
  let messages: ConsumerMessages | undefined;
  // Counters that are there from the start: the first failure is then a rise, which a new series would not be.
  for (const outcome of outcomes) metrics.eventsConsumed.inc({ consumer: listener.name, outcome }, 0);
  const running = run();

  async function run(): Promise<void> {
    const connection = await bus.connected();
    while (!stopped) {
      try {
        messages = await open(connection, listener, patienceMs);
        // Whoever stopped us meanwhile had nothing to close yet.
        if (stopped) void messages.close();
        await workThrough(messages);
      } catch (error) {
        if (stopped || connection.isClosed()) return;
        logger.warn({ err: error, consumer: listener.name }, "listening again");
      }
      if (!stopped) await sleep(250, undefined, { ref: false });
    }
  }

  async function workThrough(incoming: ConsumerMessages): Promise<void> {
    void restartWhenDead(incoming, logger);
    const underWay = new Set<Promise<void>>();
    for await (const message of incoming) {
      const work = whileHeld(message, patienceMs, () => take(message, options)).finally(() => underWay.delete(work));
      underWay.add(work);
      if (underWay.size >= workAtOnce) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  }

  return {
    async stop() {
      stopped = true;
      // It ends when what it holds is worked through, and that is what we wait for below.
      void messages?.close();
      // A connection that never came leaves `run` waiting for it; there is nothing to wait for then.
      if (bus.current()) await running;
    },
  };
}

async function open(
  connection: NatsConnection,
  listener: EventListener,
  patienceMs: number,
): Promise<ConsumerMessages> {
  const manager = await connection.jetstreamManager();
  await ensureEventStream(manager);
  await ensureConsumer(manager, listener, patienceMs);
  const consumer = await connection.jetstream().consumers.get(eventStream, listener.name);
  // Without heartbeats a pull that was open when the server died stays open for ever.
  // As many again as are worked on: nobody asks for time for those that wait, and they wait for one round of work at most.
  return consumer.consume({ max_messages: workAtOnce, expires: 5000, idle_heartbeat: 1000 });
}

/**
 * Makes the consumer, or brings one of an earlier version up to date. Where it began is settled when it is made: JetStream
 * refuses to change that, and newer servers refuse to make a consumer again that differs in anything.
 */
async function ensureConsumer(
  manager: JetStreamManager,
  { name, subject, startTime }: EventListener,
  patienceMs: number,
): Promise<void> {
  const changeable = { filter_subject: subject, ack_wait: patienceMs * 1e6, max_deliver: -1, max_ack_pending: 1000 };
  const existing = await manager.consumers.info(eventStream, name).catch(() => undefined);
  if (existing) {
    await manager.consumers.update(eventStream, name, changeable);
    return;
  }
  await manager.consumers.add(eventStream, {
    ...changeable,
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    ...(startTime
      ? { deliver_policy: DeliverPolicy.StartTime, opt_start_time: startTime.toISOString() }
      : { deliver_policy: DeliverPolicy.All }),
  });
}

/** `consume` reports a lost stream or consumer only here; its own loop would wait for ever. */
async function restartWhenDead(incoming: ConsumerMessages, logger: Logger): Promise<void> {
  const fatal: string[] = [
    ConsumerEvents.StreamNotFound,
    ConsumerEvents.ConsumerNotFound,
    ConsumerEvents.ConsumerDeleted,
  ];
  for await (const status of await incoming.status()) {
    const missed = status.type === ConsumerEvents.HeartbeatsMissed && Number(status.data) >= 4;
    if (!missed && !fatal.includes(status.type)) continue;
    logger.warn({ status: status.type }, "consumer lost");
    await incoming.close();
    return;
  }
}

/** Runs `work`, and lets JetStream know every now and then that somebody is at it. */
async function whileHeld(message: JsMsg, patienceMs: number, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => message.working(), patienceMs / 3);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

async function take(message: JsMsg, options: EventListenerOptions): Promise<void> {
  const { listener, logger, metrics } = options;
  const outcome = (name: (typeof outcomes)[number]) =>
    metrics.eventsConsumed.inc({ consumer: listener.name, outcome: name });
  try {
    outcome(await haveEffect(message, options));
    message.ack();
  } catch (error) {
    const tries = message.info.redeliveryCount;
    const line = { err: error, consumer: listener.name, subject: message.subject, tries, ...originOf(message) };
    logger.warn(line, "event not worked on");
    // A database in trouble says nothing against the event: what waits out an outage would end up parked, all of it.
    if (tries < triesMax || toRefusal(error).retryable) {
      outcome("failed");
      message.nak(Math.min((options.backoffMs ?? 1000) * 2 ** (tries - 1), 60_000));
      return;
    }
    await park(message, options, error);
    outcome("parked");
  }
}

async function haveEffect(
  message: JsMsg,
  { listener, database, logger }: EventListenerOptions,
): Promise<"done" | "repeated"> {
  const started = performance.now();
  const envelope = fromBinary(EventEnvelopeSchema, message.data);
  if (!envelope.id || !envelope.businessId) throw new Error("not an event envelope");
  const event: ReceivedEvent = {
    envelope,
    as: (schema) => (envelope.type === schema.typeName ? fromBinary(schema, envelope.data) : undefined),
  };
  const inbox = `${listener.name}|${envelope.id}`;
  return traceArrival(message, envelope, listener.name, async (traceparent) => {
    const call = callOf(envelope, listener.name, traceparent);
    const outcome = await database.processOnce(inbox, call, (scope) => listener.handle(event, scope));
    await listener.afterCommit?.(event);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const line = { consumer: listener.name, type: envelope.type, event: envelope.id, outcome, ms };
    logger.info({ ...line, ...origin(envelope), traceId: traceIdOf(traceparent) }, "event");
    return outcome;
  });
}

/** Where an event comes from, in the words of the other log lines. */
function origin({ businessId, requestId, traceparent }: EventEnvelope) {
  return { businessId, requestId, traceId: traceIdOf(traceparent) };
}

function originOf(message: JsMsg) {
  try {
    return origin(fromBinary(EventEnvelopeSchema, message.data));
  } catch {
    return {};
  }
}

/** Work that an event causes has no credential; it acts for the business in which the event happened. */
function callOf({ businessId, requestId }: EventEnvelope, operation: string, traceparent: string): Call {
  return createSystemCall(businessId, operation, { requestId, traceparent });
}

async function park(
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
    logger.error({ err: failure, consumer: listener.name }, "event could not be parked; it comes again");
    message.nak(60_000);
  }
}
