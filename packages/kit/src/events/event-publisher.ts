import type { Collection } from "mongodb";
import type { JetStreamClient, JetStreamManager } from "nats";
import { outboxDays, type OutboxRow, streamIndex } from "../data/infrastructure.js";
import type { Bus } from "./bus.js";
import { ensureEventStream } from "./event-stream.js";
import { tracePublish } from "./event-tracing.js";

const publishTimeoutMs = 2000;

/** Sends outbox rows to JetStream and stores in each row which stream acknowledged it. */
export interface EventPublisher {
  /** Looks up the stream. When it was created anew, the events of the lost one become unpublished again. */
  refreshStream(): Promise<void>;
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
  return {
    async refreshStream() {
      const created = await ensureEventStream(manager);
      if (created === stream) return;
      await unpublishEventsOfOtherStreams(outbox, created);
      stream = created;
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

/** An acknowledgement means "received", not "on disk": whatever a lost stream acknowledged may be lost, so all of it is sent again. */
async function unpublishEventsOfOtherStreams(outbox: Collection<OutboxRow>, created: string): Promise<void> {
  const since = new Date(Date.now() - outboxDays * 24 * 3600 * 1000);
  await outbox.updateMany(
    { publishedAt: { $gte: since }, stream: { $exists: true, $ne: created } },
    { $set: { publishedAt: null }, $unset: { stream: 1 } },
    // With the index on publishedAt this would read the events of a week at each change of relays, and time out.
    { hint: streamIndex },
  );
}
