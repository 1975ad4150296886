import { setTimeout as sleep } from "node:timers/promises";
import { AsyncSignal } from "../concurrency/async-signal.js";
import type { Database } from "../data/database.types.js";
import type { OutboxRow, SingleEventRow } from "../data/infrastructure.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { Bus } from "./bus.js";
import { publishCommittedEvents } from "./committed-events.js";
import { type EventPublisher, openEventPublisher } from "./event-publisher.js";
import { registerOutboxMetrics } from "./outbox-metrics.js";
import { createPublishMarks } from "./publish-marks.js";
import { keepRelayLease } from "./relay-lease.js";
import { registerStreamMetrics } from "./stream-metrics.js";

/** A row has the events of a transaction, up to 128. */
const batchSize = 64;
/** How late the events of a process that died are published at most, while another process holds the lease. */
const pollIntervalMs = 2000;
const retryDelayMsMax = 5000;
const failureDelayMs = 250;
/** Delay after a round in which JetStream refused single events. */
const refusedDelayMs = 1000;

export interface OutboxRelay {
  stop(): Promise<void>;
}

/**
 * Publishes the events of the outbox. Each process publishes what it commits, straight from memory. What a process has left, because
 * it died or NATS was unreachable, is read from the outbox by one of them: the one that holds the lease.
 */
export function startOutboxRelay(options: {
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
}): OutboxRelay {
  const { database, bus, logger, metrics } = options;
  const outbox = database.infrastructure<OutboxRow | SingleEventRow>("outbox");
  const signal = new AsyncSignal();
  const lease = keepRelayLease(database.infrastructure("leases"), logger, signal.notify);
  const stopping = new AbortController();
  let publisher: Promise<EventPublisher> | undefined;
  const marks = createPublishMarks(outbox, logger);
  const committed = publishCommittedEvents({ openPublisher, marks, onLeft: signal.notify, logger, metrics });
  const isWorking = () => !stopping.signal.aborted && lease.isHeld();

  registerOutboxMetrics(metrics.registry, database, lease.isHeld);
  registerStreamMetrics(metrics.registry, bus);
  database.onEventsCommitted(committed.add);
  const running = publishUntilStopped();

  /** @throws Error without a connection to NATS */
  function openPublisher(): Promise<EventPublisher> {
    publisher ??= openEventPublisher(bus, outbox).catch((error: unknown) => {
      publisher = undefined;
      throw error;
    });
    return publisher;
  }

  async function publishUntilStopped(): Promise<void> {
    await lease.ready;
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        const isComplete = !lease.isHeld() || (await publishPending());
        failures = 0;
        if (!stopping.signal.aborted) await signal.wait(isComplete ? pollIntervalMs : refusedDelayMs);
      } catch (error) {
        failures += 1;
        logger.warn({ err: error, failures }, "events not published, will retry");
        // Not `signal.wait`: each commit would end the wait, and cause one more attempt and one more log line.
        const delayMs = Math.min(failureDelayMs * 2 ** Math.min(failures, 5), retryDelayMsMax);
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** @returns false when JetStream refused single events; they are sent again in the next round */
  async function publishPending(): Promise<boolean> {
    const current = await openPublisher();
    // Also in a round without events, so that a lost stream is noticed.
    await current.refreshStream();
    // What the lost stream has acknowledged for this process must be marked before `findLost`, or it would not be found.
    if (current.hasLost()) await committed.settle();
    let isComplete = true;
    let hasMore = true;
    while (hasMore && isWorking()) {
      const pending = await outbox.find({ publishedAt: null }, { sort: { _id: 1 }, limit: batchSize }).toArray();
      const hasRoom = pending.length < batchSize && current.hasLost();
      const found = hasRoom ? [...pending, ...(await current.findLost(batchSize - pending.length))] : pending;
      const rows = found.filter(({ _id }) => !committed.has(_id));
      const result = await current.publish(rows);
      await current.mark(rows, result);
      const { acknowledged, refused, failure } = result;
      metrics.outboxPublished.inc(acknowledged.size);
      if (failure) {
        // When nothing is acknowledged it is an outage. Otherwise the other events do not wait for the refused ones.
        if (acknowledged.size === 0) throw failure;
        logger.warn({ err: failure, published: acknowledged.size, refused }, "some events not published");
        isComplete = false;
      }
      hasMore = found.length === batchSize && rows.length > 0;
    }
    return isComplete;
  }

  return {
    async stop() {
      stopping.abort();
      signal.notify();
      await running;
      await committed.settle();
      await lease.release();
    },
  };
}
