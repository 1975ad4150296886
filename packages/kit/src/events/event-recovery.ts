import type { Collection } from "mongodb";
import { setTimeout as sleep } from "node:timers/promises";
import type { AsyncSignal } from "../concurrency/async-signal.js";
import type { OutboxRow } from "../data/infrastructure.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { CommittedEvents } from "./committed-events.js";
import type { EventPublisher } from "./event-publisher.js";
import type { RelayLease } from "./relay-lease.js";

/** A row has the events of a transaction, up to 128. */
const batchSize = 64;
/** The longest delay of the events of a crashed process, while another process holds the lease. */
const pollIntervalMs = 2000;
const failureDelayMs = 250;
const retryDelayMsMax = 5000;
/**
 * Pause after a batch of events that only a lost stream had. Without it, a week of these events would be in the new stream within minutes, and
 * consumers, which read in order, would reach new events only after all of them.
 */
const lostPauseMs = 250;
/** Delay after a round in which JetStream refused single events. */
const refusedDelayMs = 1000;

/**
 * Publishes events that processes did not publish because they crashed or NATS was unreachable, while this process holds the lease.
 * @param signal ends the wait for the next round
 * @returns resolves after `stopping`, when the current round has ended
 */
export async function recoverEvents(options: {
  outbox: Collection<OutboxRow>;
  openPublisher: () => Promise<EventPublisher>;
  committed: CommittedEvents;
  lease: RelayLease;
  signal: AsyncSignal;
  stopping: AbortSignal;
  logger: Logger;
  metrics: Metrics;
}): Promise<void> {
  const { outbox, openPublisher, committed, lease, signal, stopping, logger, metrics } = options;
  await lease.ready;
  let failures = 0;
  while (!stopping.aborted) {
    try {
      const isComplete = !lease.isHeld() || (await publishPending());
      failures = 0;
      if (!stopping.aborted) await signal.wait(isComplete ? pollIntervalMs : refusedDelayMs);
    } catch (error) {
      failures += 1;
      logger.warn({ err: error, failures }, "events not published, will retry");
      // Not `signal.wait`: each commit would end the wait, and cause one more attempt and one more log line.
      const delayMs = Math.min(failureDelayMs * 2 ** Math.min(failures, 5), retryDelayMsMax);
      await sleep(delayMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  /** @returns false when JetStream refused single events; they are sent again in the next round */
  async function publishPending(): Promise<boolean> {
    const current = await openPublisher();
    // Also in a round without events, so that a lost stream is noticed.
    await current.refreshStream();
    let isComplete = true;
    let hasMore = true;
    while (hasMore && !stopping.aborted && lease.isHeld()) {
      // Events of this process that the lost stream has acknowledged must be marked before `findLost`, which would not find them otherwise.
      const hasLost = current.hasLost();
      if (hasLost) await committed.settle();
      const pending = await outbox.find({ publishedAt: null }, { sort: { _id: 1 }, limit: batchSize }).toArray();
      const hasRoom = pending.length < batchSize && hasLost;
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
      if (hasMore && pending.length < found.length) await signal.wait(lostPauseMs);
    }
    return isComplete;
  }
}
