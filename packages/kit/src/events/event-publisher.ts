import type { Collection } from "mongodb";
import type { JetStreamClient, JetStreamManager } from "nats";
import { outboxDays, type OutboxRow, streamIndex } from "../data/infrastructure.js";
import type { Bus } from "./bus.js";
import { ensureEventStream } from "./event-stream.js";
import { tracePublish } from "./event-tracing.js";

const publishTimeoutMs = 2000;

/** Sends outbox rows to JetStream and stores in each row which stream acknowledged it. */
export interface EventPublisher {
  /** Looks up the stream. When it was created anew, the events of the lost one are sent again: see `findLost`. */
  refreshStream(): Promise<void>;
  /** Whether events may have been lost with a stream and were not sent again yet. */
  hasLost(): boolean;
  /**
   * Events that only a lost stream has acknowledged. An acknowledgement means "received", not "on disk", so all of them are sent
   * again. Send those that were never published first: seven days of old events would delay them.
   */
  findLost(limit: number): Promise<OutboxRow[]>;
  /** @returns how many events JetStream acknowledged, and why it refused one of the others */
  publishBatch(rows: OutboxRow[]): Promise<{ published: number; failure?: Error }>;
}

/** @throws Error without a connection to NATS */
export async function openEventPublisher(bus: Bus, outbox: Collection<OutboxRow>): Promise<EventPublisher> {
  const connection = bus.current();
  if (!connection) throw new Error("NATS is not connected");
  const manager: JetStreamManager = await connection.jetstreamManager();
  const jetstream: JetStreamClient = connection.jetstream();
  let stream = "";
  let hasLost = false;
  return {
    async refreshStream() {
      const created = await ensureEventStream(manager);
      if (created === stream) return;
      hasLost = true;
      stream = created;
    },
    hasLost: () => hasLost,
    async findLost(limit) {
      const since = new Date(Date.now() - outboxDays * 24 * 3600 * 1000);
      const ofOtherStreams = { publishedAt: { $gte: since }, stream: { $exists: true, $ne: stream } };
      // With the index on publishedAt this would read the events of a week at each change of relays, and time out.
      const found = await outbox.find(ofOtherStreams, { limit, hint: streamIndex }).toArray();
      hasLost = found.length === limit;
      return found;
    },
    async publishBatch(rows) {
      if (rows.length === 0) return { published: 0 };
      const results = await Promise.allSettled(rows.map((row) => publishRow(jetstream, row)));
      const published = rows.filter((_, index) => results[index]?.status === "fulfilled").map((row) => row._id);
      await outbox.updateMany({ _id: { $in: published } }, { $set: { publishedAt: new Date(), stream } });
      const failure = results.find((result) => result.status === "rejected");
      const cause: unknown = failure?.reason;
      return {
        published: published.length,
        ...(failure && { failure: new Error("JetStream refused an event", { cause }) }),
      };
    },
  };
}

function publishRow(jetstream: JetStreamClient, row: OutboxRow) {
  return tracePublish(row, (headers) =>
    jetstream.publish(row.subject, row.envelope.buffer, { msgID: row._id, timeout: publishTimeoutMs, ...headers }),
  );
}
