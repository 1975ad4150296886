import { setTimeout as sleep } from "node:timers/promises";
import {
  AckPolicy,
  ConsumerEvents,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
} from "nats";
import { InFlightCounter } from "../concurrency/in-flight-counter.js";
import type { Logger } from "../telemetry/logger.js";
import { eventOutcomes } from "../telemetry/metrics.js";
import type { EventListener, EventListenerOptions } from "./event-listener.types.js";
import { eventStream, findEventStream } from "./event-stream.js";
import { createProcessOnce, processMessage } from "./process-message.js";

// Handlers of one business share a transaction. When all are of different businesses, each holds one of the process's 50 database connections.
const handlersMax = 32;
/** `ack_wait`: messages of a crashed consumer are redelivered after this time. A running handler extends it. */
const defaultAckWaitMs = 10_000;
const restartDelayMs = 250;
const streamDelayMs = 1000;

/** Starts to listen. The consumer is restarted after every outage of NATS until `stop` is called. */
export function startEventListener(options: EventListenerOptions): { stop(): Promise<void> } {
  const { listener, bus, logger, metrics, underWay = new InFlightCounter() } = options;
  const ackWaitMs = options.ackWaitMs ?? defaultAckWaitMs;
  let isStopped = false;
  let messages: ConsumerMessages | undefined;
  // All counters start at 0: an alert on the increase would miss the first failure of a counter that starts at 1.
  for (const outcome of eventOutcomes) metrics.eventsConsumed.inc({ consumer: listener.name, outcome }, 0);
  const running = consumeUntilStopped();

  async function consumeUntilStopped(): Promise<void> {
    // Rejected when the bus was closed, or the server is too old; the bus reports it to its process.
    const connection = await bus.connected().catch(() => undefined);
    if (!connection) return;
    while (!isStopped) {
      try {
        // Nothing extends the deadline of a fetched message that waits for a handler. With at most `handlersMax` fetched messages,
        // each waits until the running handlers end, and not longer.
        messages = await openConsumer(options, ackWaitMs, handlersMax);
        if (!messages) {
          // The outbox relay of webhooks creates the stream, and the log says that it is missing.
          await sleep(streamDelayMs, undefined, { ref: false });
          continue;
        }
        // When `stop` was called meanwhile, there was nothing to close yet.
        if (isStopped) void messages.close();
        await handleAll(messages);
      } catch (error) {
        if (isStopped || connection.isClosed()) return;
        logger.warn({ err: error, consumer: listener.name }, "consumer restarted");
      }
      if (!isStopped) await sleep(restartDelayMs, undefined, { ref: false });
    }
  }

  const processing = { ...options, processOnce: createProcessOnce(options) };

  async function handleAll(incoming: ConsumerMessages): Promise<void> {
    void closeWhenLost(incoming, logger);
    const handlers = new Set<Promise<void>>();
    for await (const message of incoming) {
      const handler = underWay
        .run(() => withAckExtension(message, ackWaitMs, () => processMessage(message, processing)))
        .finally(() => handlers.delete(handler));
      handlers.add(handler);
      if (handlers.size >= handlersMax) await Promise.race(handlers);
    }
    await Promise.all(handlers);
  }

  return {
    async stop() {
      isStopped = true;
      // The iteration ends after the messages that were already received.
      void messages?.close();
      // Without a connection `consumeUntilStopped` still waits for one, and there is nothing to finish.
      if (bus.current()) await running;
    },
  };
}

/** Runs `work` and extends the acknowledgement deadline of the message meanwhile. */
async function withAckExtension(message: JsMsg, ackWaitMs: number, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => message.working(), ackWaitMs / 3);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/** Creates or updates the consumer of a listener and starts to pull messages. @returns undefined without a stream */
async function openConsumer(
  { bus, listener }: Pick<EventListenerOptions, "bus" | "listener">,
  ackWaitMs: number,
  maxMessages: number,
): Promise<ConsumerMessages | undefined> {
  const connection = await bus.connected();
  const manager = await connection.jetstreamManager();
  if (!(await findEventStream(manager))) return undefined;
  await ensureConsumer(manager, listener, ackWaitMs);
  const consumer = await connection.jetstream().consumers.get(eventStream, listener.name);
  // Without heartbeats a pull that was open when the server died stays open for ever.
  return consumer.consume({ max_messages: maxMessages, expires: 5000, idle_heartbeat: 1000 });
}

/** JetStream does not allow a change of the start of an existing consumer, so an update leaves it out. */
async function ensureConsumer(
  manager: JetStreamManager,
  { name, subject, startTime }: EventListener,
  ackWaitMs: number,
): Promise<void> {
  const changeable = { filter_subject: subject, ack_wait: ackWaitMs * 1e6, max_deliver: -1, max_ack_pending: 1000 };
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

/** Closes `messages` when the stream or the consumer is lost: `consume` reports it only here and would wait for ever. */
async function closeWhenLost(messages: ConsumerMessages, logger: Logger): Promise<void> {
  const fatal: string[] = [
    ConsumerEvents.StreamNotFound,
    ConsumerEvents.ConsumerNotFound,
    ConsumerEvents.ConsumerDeleted,
  ];
  for await (const status of await messages.status()) {
    const isSilent = status.type === ConsumerEvents.HeartbeatsMissed && Number(status.data) >= 4;
    if (!isSilent && !fatal.includes(status.type)) continue;
    logger.warn({ status: status.type }, "consumer lost");
    await messages.close();
    return;
  }
}
