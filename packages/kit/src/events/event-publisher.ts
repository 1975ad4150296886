import type { AnyBulkWriteOperation, Collection } from "mongodb";
import type { JetStreamClient, JetStreamManager } from "nats";
import { outboxDays, type OutboxEvent, type OutboxRow, streamIndex } from "../data/infrastructure.js";
import type { Logger } from "../telemetry/logger.js";
import type { Bus } from "./bus.js";
import { eventStream, isStreamDamaged, watchEventStream } from "./event-stream.js";
import { tracePublish } from "./event-tracing.js";

const lostEndError =
  "event stream has lost its last events, and consumers leave out new ones; run nats stream rm EVENTS: webhooks creates it again and services publish the events of seven days";

const damagedError =
  "event stream refuses every event because its files are damaged; run nats stream rm EVENTS: webhooks creates it again and services publish the events of seven days";

const publishTimeoutMs = 2000;
const refreshIntervalMs = 1000;
/** Events that wait for their acknowledgement at the same time. */
const underWayMax = 256;

interface PublishResult {
  /** Ids of the events that JetStream has acknowledged now. */
  acknowledged: ReadonlySet<string>;
  refused: number;
  /** Why JetStream refused one of the other events. */
  failure?: Error;
  /** The stream that was known when the events were sent. */
  stream: string;
}

/** Sends the events of outbox rows to JetStream and marks the rows with the stream that acknowledged them. */
export interface EventPublisher {
  /**
   * Looks up the stream, at most once a second and after each failure. When it was created again, `hasLost` is true until `findLost`
   * finds nothing.
   */
  refreshStream(): Promise<void>;
  /** Whether JetStream has refused the last events because the files of the stream are damaged. */
  isDamaged(): boolean;
  /** Whether events may have been lost with a stream and were not sent again yet. */
  hasLost(): boolean;
  /**
   * Rows that only a lost stream has acknowledged. An acknowledgement means "received", not "on disk", so all of them are sent
   * again. Send those that were never published first: seven days of old events would delay them.
   */
  findLost(limit: number): Promise<OutboxRow[]>;
  publish(rows: readonly OutboxRow[]): Promise<PublishResult>;
  /** Rows whose events are all stored are published. In the others, the stored events are marked and not sent again. */
  mark(rows: readonly OutboxRow[], result: PublishResult): Promise<void>;
}

/**
 * @param mayCreateStream whether this process is the one that creates the stream
 * @throws Error without a connection to NATS
 */
export async function openEventPublisher(
  bus: Bus,
  outbox: Collection<OutboxRow>,
  logger: Logger,
  mayCreateStream: () => boolean,
): Promise<EventPublisher> {
  const connection = bus.current();
  if (!connection) throw new Error("NATS is not connected");
  const manager: JetStreamManager = await connection.jetstreamManager();
  const jetstream: JetStreamClient = connection.jetstream();
  const watch = watchEventStream({ manager, bytesMax: bus.eventBytesMax, logger, mayCreate: mayCreateStream });
  let stream = "";
  let isDamaged = false;
  let lastSeq = 0;
  let hasLost = false;
  /** Of `performance.now()`, which does not go back with the clock of the machine. */
  let refreshedAt = -Infinity;
  return {
    async refreshStream() {
      if (performance.now() - refreshedAt < refreshIntervalMs) return;
      const seqBefore = lastSeq;
      const found = await watch.look();
      refreshedAt = performance.now();
      // A server that crashed with its machine may have lost what was not on disk, and a copy of its files may lack the newest. Consumers have read further.
      if (found.created === stream && found.lastSeq < seqBefore)
        logger.error({ lastSeq: found.lastSeq, before: seqBefore }, lostEndError);
      lastSeq = found.lastSeq;
      if (found.created === stream) return;
      hasLost = true;
      stream = found.created;
    },
    isDamaged: () => isDamaged,
    hasLost: () => hasLost,
    async findLost(limit) {
      const asked = stream;
      const since = new Date(Date.now() - outboxDays * 24 * 3600 * 1000);
      const ofOtherStreams = { publishedAt: { $gte: since }, stream: { $exists: true, $ne: asked } };
      // Without the hint, the index on publishedAt would be used, and read the events of a week at each change of relays, and time out.
      const found = await outbox.find(ofOtherStreams, { limit, hint: streamIndex }).toArray();
      // Another stream may have been lost meanwhile: the publisher of committed events looks it up as well. Found rows are still to be sent, and
      // JetStream may refuse them.
      if (asked === stream) hasLost = found.length > 0;
      return found;
    },
    async publish(rows) {
      const sentTo = stream;
      const events = rows.flatMap((row) => row.events.filter((event) => event.stream !== sentTo));
      const { acknowledged, failure } = await publishEvents(jetstream, events);
      const refused = events.length - acknowledged.size;
      if (failure) refreshedAt = -Infinity;
      const wasDamaged = isDamaged;
      if (events.length > 0) isDamaged = isStreamDamaged(failure?.cause);
      if (isDamaged && !wasDamaged) logger.error({ stream: eventStream }, damagedError);
      return { acknowledged, refused, stream: sentTo, ...(failure && { failure }) };
    },
    mark: (rows, { acknowledged, stream: sentTo }) => markRows(outbox, rows, acknowledged, sentTo),
  };
}

async function publishEvents(
  jetstream: JetStreamClient,
  events: readonly OutboxEvent[],
): Promise<{ acknowledged: Set<string>; failure?: Error }> {
  const acknowledged = new Set<string>();
  let failure: Error | undefined;
  for (let start = 0; start < events.length; start += underWayMax) {
    const sent = events.slice(start, start + underWayMax);
    const results = await Promise.allSettled(sent.map((event) => publishEvent(jetstream, event)));
    for (const [index, { _id }] of sent.entries()) {
      const result = results[index];
      if (result?.status === "fulfilled") acknowledged.add(_id);
      else failure ??= new Error("JetStream refused an event", { cause: result?.reason });
    }
    // When nothing is acknowledged it is an outage: the others would only time out as well.
    if (acknowledged.size === 0) break;
  }
  return { acknowledged, ...(failure && { failure }) };
}

function publishEvent(jetstream: JetStreamClient, event: OutboxEvent) {
  return tracePublish(event, (headers) =>
    jetstream.publish(event.subject, event.envelope.buffer, {
      msgID: event._id,
      timeout: publishTimeoutMs,
      ...headers,
    }),
  );
}

async function markRows(
  outbox: Collection<OutboxRow>,
  rows: readonly OutboxRow[],
  acknowledged: ReadonlySet<string>,
  stream: string,
): Promise<void> {
  const isStored = (event: OutboxEvent) => event.stream === stream || acknowledged.has(event._id);
  const [published, publishedAgain]: [string[], string[]] = [[], []];
  const partly: AnyBulkWriteOperation<OutboxRow>[] = [];
  for (const row of rows) {
    const { events } = row;
    const stored = events.filter(isStored);
    if (stored.length === events.length) (row.publishedAt ? publishedAgain : published).push(row._id);
    else if (stored.length > 0) {
      const arrayFilters = [{ "stored._id": { $in: stored.map(({ _id }) => _id) } }];
      const update = { $set: { "events.$[stored].stream": stream } };
      partly.push({ updateOne: { filter: { _id: row._id }, update, arrayFilters } });
    }
  }
  if (published.length > 0)
    await outbox.updateMany({ _id: { $in: published } }, { $set: { publishedAt: new Date(), stream } });
  // They keep the time at which they were first published. With a new time they would be kept and sent for seven days more after each loss of the
  // stream, and after fourteen days the inbox of webhooks does not recognise them as duplicates any more.
  if (publishedAgain.length > 0) await outbox.updateMany({ _id: { $in: publishedAgain } }, { $set: { stream } });
  if (partly.length > 0) await outbox.bulkWrite(partly, { ordered: false });
}
