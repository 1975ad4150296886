import { type JetStreamManager, RetentionPolicy, StorageType } from "nats";

/** The stream that stores the events of all verticals. */
export const eventStream = "EVENTS";
/** JetStream keeps a message this long; the outbox keeps published events as long. */
const streamDays = 7;
const nanoseconds = 1e9;

/**
 * Creates the stream if it is missing.
 * @returns when the stream was created; a later time than before means that a stream was lost with all its events
 */
export async function ensureEventStream(manager: JetStreamManager): Promise<string> {
  const existing = await manager.streams.info(eventStream).catch(() => undefined);
  const { created } =
    existing ??
    (await manager.streams.add({
      name: eventStream,
      subjects: ["events.>"],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      max_age: streamDays * 24 * 3600 * nanoseconds,
      duplicate_window: 120 * nanoseconds,
    }));
  return new Date(created).toISOString();
}
