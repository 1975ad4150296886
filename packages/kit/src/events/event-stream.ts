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
/** JetStream's error for an event that the store of the stream does not take: because of a limit, or because a file is missing. */
const storeFailed = 10_077;
/**
 * How long the stream has to be missing before it is made again. NATS removes the files of a deleted stream after it has answered; a stream that is
 * created meanwhile loses its files too, and refuses every event until it is deleted.
 */
const recreateAfterMs = 5000;

const missingError =
  "event stream is missing: webhooks creates EVENTS again within seconds, and services publish the events of the last seven days";

const unlimitedWarning =
  "event stream created without a limit: NATS has less room than EVENTS_MAX_BYTES; run nats stream edit EVENTS --max-bytes with a size below max_file_store, and set EVENTS_MAX_BYTES to it";

export interface EventStreamState {
  /** When the stream was created; a later time than before means that a stream was lost with all its events. */
  created: string;
  /** Sequence number of the last event. It never decreases, unless the stream has lost its last events. */
  lastSeq: number;
}

/** @returns undefined when NATS says that there is no such stream */
export async function findEventStream(manager: JetStreamManager): Promise<EventStreamState | undefined> {
  try {
    return toState(await manager.streams.info(eventStream));
  } catch (error) {
    // Without an answer, for example while NATS restarts, the stream may exist.
    if (isStreamMissing(error)) return undefined;
    throw error;
  }
}

export const isStreamMissing = (error: unknown): boolean => readErrorCode(error) === streamNotFound;

export interface EventStreamWatch {
  /**
   * Looks up the stream. A process that may create it does so: at once if it has never seen the stream, else after it has been missing for some
   * seconds.
   * @throws Error while there is no stream
   */
  look(): Promise<EventStreamState>;
}

/**
 * @param mayCreate whether this process is the one that creates the stream
 * @param now for tests; of `performance.now()`, which does not go back with the clock of the machine
 */
export function watchEventStream(options: {
  manager: JetStreamManager;
  bytesMax: number;
  logger: Logger;
  mayCreate: () => boolean;
  now?: () => number;
}): EventStreamWatch {
  const { manager, bytesMax, logger, mayCreate, now = () => performance.now() } = options;
  let wasSeen = false;
  let missingSince: number | undefined;
  return {
    async look() {
      const found = await findEventStream(manager);
      if (found) {
        wasSeen = true;
        missingSince = undefined;
        return found;
      }
      if (wasSeen && missingSince === undefined) logger.error({ stream: eventStream }, missingError);
      missingSince ??= now();
      if (!mayCreate() || (wasSeen && now() - missingSince < recreateAfterMs))
        throw new Error(`NATS has no stream ${eventStream}; webhooks creates it`);
      const created = await ensureEventStream(manager, bytesMax, logger);
      logger.info({ stream: eventStream }, "event stream created");
      wasSeen = true;
      missingSince = undefined;
      return created;
    },
  };
}

/**
 * Whether JetStream refuses events although the stream is there and below its limits: its files are damaged.
 * @param error of a publish
 */
export const isStreamDamaged = (error: unknown): boolean =>
  readErrorCode(error) === storeFailed &&
  !/^maximum \w+ exceeded/.test((error as NatsError).api_error?.description ?? "");

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
  return (await findEventStream(manager)) ?? toState(await createStream(manager, bytesMax, logger));
}

const toState = ({ created, state }: StreamInfo): EventStreamState => ({
  created: new Date(created).toISOString(),
  lastSeq: state.last_seq,
});

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
