import { AckPolicy, ConsumerEvents, type ConsumerMessages, DeliverPolicy, type JetStreamManager } from "nats";
import type { Logger } from "../telemetry/logger.js";
import type { EventListener, EventListenerOptions } from "./event-listener.types.js";
import { ensureEventStream, eventStream } from "./event-stream.js";

/** Creates or updates the consumer of a listener and starts to pull messages. */
export async function openConsumer(
  { bus, listener, logger }: Pick<EventListenerOptions, "bus" | "listener" | "logger">,
  ackWaitMs: number,
  maxMessages: number,
): Promise<ConsumerMessages> {
  const connection = await bus.connected();
  const manager = await connection.jetstreamManager();
  await ensureEventStream(manager, bus.eventBytesMax, logger);
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
export async function closeWhenLost(messages: ConsumerMessages, logger: Logger): Promise<void> {
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
