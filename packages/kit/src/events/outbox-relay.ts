import { setTimeout as sleep } from "node:timers/promises";
import type { ChangeStream } from "mongodb";
import { AsyncSignal } from "../concurrency/async-signal.js";
import type { Database } from "../data/database.types.js";
import type { OutboxRow, SingleEventRow } from "../data/infrastructure.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { Bus } from "./bus.js";
import { type EventPublisher, openEventPublisher } from "./event-publisher.js";
import { registerOutboxMetrics } from "./outbox-metrics.js";
import { keepRelayLease } from "./relay-lease.js";

/** A row has the events of a transaction, up to 128. */
const batchSize = 64;
const pollIntervalMs = 5000;
const failureDelayMs = 250;
/** Delay after a round in which JetStream refused single events. */
const refusedDelayMs = 1000;

/** Without the rows: they are read when they are sent. */
const insertStages = [{ $match: { operationType: "insert" } }, { $project: { operationType: 1 } }];

export interface OutboxRelay {
  stop(): Promise<void>;
}

/**
 * Publishes the events of the outbox. One relay per service works at a time; the others stand by. It is notified by commits of
 * this process and by a change stream for commits of others; a slow poll finds what both missed.
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
  let publisher: EventPublisher | undefined;
  let changes: ChangeStream | undefined;
  const isWorking = () => !stopping.signal.aborted && lease.isHeld();

  registerOutboxMetrics(metrics.registry, database, lease.isHeld);
  database.onCommit(signal.notify);
  const running = publishUntilStopped();

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
        const delayMs = Math.min(failureDelayMs * 2 ** Math.min(failures, 5), pollIntervalMs);
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** @returns false when JetStream refused single events; they are sent again in the next round */
  async function publishPending(): Promise<boolean> {
    watchInserts();
    publisher ??= await openEventPublisher(bus, outbox);
    // Also in a round without events, so that a lost stream is noticed.
    await publisher.refreshStream();
    let isComplete = true;
    let hasMore = true;
    while (hasMore && isWorking()) {
      const pending = await outbox.find({ publishedAt: null }, { sort: { _id: 1 }, limit: batchSize }).toArray();
      const hasRoom = pending.length < batchSize && publisher.hasLost();
      const rows = hasRoom ? [...pending, ...(await publisher.findLost(batchSize - pending.length))] : pending;
      const { published, refused, failure } = await publisher.publishBatch(rows);
      metrics.outboxPublished.inc(published);
      if (failure) {
        // When nothing is acknowledged it is an outage. Otherwise the other events do not wait for the refused ones.
        if (published === 0) throw failure;
        logger.warn({ err: failure, published, refused }, "some events not published");
        isComplete = false;
      }
      hasMore = rows.length === batchSize;
    }
    return isComplete;
  }

  function watchInserts(): void {
    if (changes && !changes.closed) return;
    changes = outbox.watch(insertStages, { maxAwaitTimeMS: 10_000 });
    changes.on("change", signal.notify);
    changes.on("error", () => void changes?.close());
  }

  return {
    async stop() {
      stopping.abort();
      signal.notify();
      await running;
      await changes?.close();
      await lease.release();
    },
  };
}
