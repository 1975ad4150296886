import { DiscardPolicy, type JetStreamManager, NatsError, RetentionPolicy, StorageType, type StreamInfo } from "nats";
import type { Logger } from "../telemetry/logger.js";

/** The stream that stores the events of all areas. */
export const eventStream = "EVENTS";
/** JetStream keeps a message this long; the outbox keeps published events as long. */
const streamDays = 7;
const nanoseconds = 1e9;

/** JetStream's error for a stream that does not exist. */
const streamNotFound = 10_059;
/** JetStream's error for a stream that may become larger than the free space of its store. */
const insufficientStorage = 10_047;

const unlimitedWarning =
  "event stream created without a limit: NATS has less room than EVENTS_MAX_BYTES; run nats stream edit EVENTS --max-bytes with a size below max_file_store, and set EVENTS_MAX_BYTES to it";

export interface EventStreamState {
  /** When the stream was created; a later time than before means that a stream was lost with all its events. */
  created: string;
  /** Sequence number of the last event. It never decreases, unless the stream has lost its last events. */
  lastSeq: number;
}

/**
 * Creates the stream if it is missing. At its limit JetStream refuses events, which wait in the outbox: by default it would delete the oldest ones,
 * also those that webhooks has not read. In a smaller store the stream has no limit of its own; the store refuses events, too.
 * @param bytesMax 0 for no limit. An existing stream is not changed
 * @param logger gets a warning when the limit does not fit into the store; needed with a limit
 */
export async function ensureEventStream(
  manager: JetStreamManager,
  bytesMax: number,
  logger?: Logger,
): Promise<EventStreamState> {
  const existing = await manager.streams.info(eventStream).catch((error: unknown) => {
    // Without an answer, for example while NATS restarts, the stream may exist. The log would say that it was created.
    if (readErrorCode(error) !== streamNotFound) throw error;
    return undefined;
  });
  const { created, state } = existing ?? (await createStream(manager, bytesMax, logger));
  return { created: new Date(created).toISOString(), lastSeq: state.last_seq };
}

async function createStream(
  manager: JetStreamManager,
  bytesMax: number,
  logger: Logger | undefined,
): Promise<StreamInfo> {
  const unlimited = {
    name: eventStream,
    subjects: ["events.>"],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_age: streamDays * 24 * 3600 * nanoseconds,
    duplicate_window: 120 * nanoseconds,
  };
  if (bytesMax === 0) return manager.streams.add(unlimited);
  try {
    return await manager.streams.add({ ...unlimited, max_bytes: bytesMax });
  } catch (error) {
    if (readErrorCode(error) !== insufficientStorage) throw error;
    const created = await manager.streams.add(unlimited);
    // Without a limit no alert says that the store is nearly full. It can be detected only here.
    logger?.warn({ stream: eventStream, bytesMax }, unlimitedWarning);
    return created;
  }
}

const readErrorCode = (error: unknown): number | undefined =>
  error instanceof NatsError ? error.api_error?.err_code : undefined;
