import type { OutboxRow } from "../data/infrastructure.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { EventPublisher } from "./event-publisher.js";
import type { PublishMarks } from "./publish-marks.js";

const batchSize = 64;
/** Bounds the memory when NATS is slower than the commits. Rows above it are left to the recovery. */
const waitingMax = 256;
/** After a failure no row is accepted for this time: in an outage each attempt would only time out. */
const pauseMs = 1000;

/** Publishes the events that this process has committed, without reading them again. */
export interface CommittedEvents {
  /** The rows of one transaction, just committed. */
  add(rows: readonly OutboxRow[]): void;
  /** Whether this process publishes the row, or has published it and not marked it yet. */
  has(id: string): boolean;
  /** Resolves when the rows that were added before are published and marked, or left to the recovery. */
  settle(): Promise<void>;
}

/** @param onUnpublished called when a row was not published, so that the recovery publishes it */
export function publishCommittedEvents(options: {
  openPublisher: () => Promise<EventPublisher>;
  marks: PublishMarks;
  onUnpublished: () => void;
  logger: Logger;
  metrics: Metrics;
}): CommittedEvents {
  const { openPublisher, marks, onUnpublished, logger, metrics } = options;
  let waiting: OutboxRow[] = [];
  const underWay = new Set<string>();
  /** Of `performance.now()`, which does not go back with the clock of the machine. */
  let pausedUntil = 0;
  let publishing: Promise<void> | undefined;

  async function publishWaiting(): Promise<void> {
    try {
      const publisher = await openPublisher();
      while (waiting.length > 0) {
        const rows = waiting.splice(0, batchSize);
        await publisher.refreshStream();
        const result = await publisher.publish(rows);
        metrics.outboxPublished.inc(result.acknowledged.size);
        if (result.failure) {
          await publisher.mark(rows, result);
          throw result.failure;
        }
        marks.add(rows, result.stream);
        for (const { _id } of rows) underWay.delete(_id);
      }
    } catch (error) {
      logger.warn({ err: error }, "committed events not published, left to the recovery");
      pausedUntil = performance.now() + pauseMs;
      waiting = [];
      underWay.clear();
      onUnpublished();
    } finally {
      publishing = undefined;
    }
  }

  return {
    add(rows) {
      if (waiting.length + rows.length > waitingMax || performance.now() < pausedUntil) {
        onUnpublished();
        return;
      }
      waiting.push(...rows);
      for (const { _id } of rows) underWay.add(_id);
      publishing ??= publishWaiting();
    },
    has: (id) => underWay.has(id) || marks.has(id),
    async settle() {
      await publishing;
      await marks.flush();
    },
  };
}
