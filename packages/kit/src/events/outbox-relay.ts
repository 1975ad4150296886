import { AsyncSignal } from "../concurrency/async-signal.js";
import type { Database } from "../data/database.types.js";
import type { OutboxRow } from "../data/infrastructure.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { Bus } from "./bus.js";
import { publishCommittedEvents } from "./committed-events.js";
import { type EventPublisher, openEventPublisher } from "./event-publisher.js";
import { recoverEvents } from "./event-recovery.js";
import { registerOutboxMetrics } from "./outbox-metrics.js";
import { createPublishMarks } from "./publish-marks.js";
import { keepRelayLease } from "./relay-lease.js";
import { registerStreamMetrics } from "./stream-metrics.js";

export interface OutboxRelay {
  stop(): Promise<void>;
}

/**
 * Publishes the events of the outbox. Each process publishes the events that it commits, directly from memory. Events that a process did not publish,
 * because it crashed or NATS was unreachable, are read from the outbox by the process that holds the lease.
 */
export function startOutboxRelay(options: {
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  /** Whether the process that holds the lease of this database creates the event stream. One service does. */
  createsStream?: boolean;
}): OutboxRelay {
  const { database, bus, logger, metrics, createsStream = false } = options;
  const outbox = database.infrastructure<OutboxRow>("outbox");
  const signal = new AsyncSignal();
  const lease = keepRelayLease(database.infrastructure("leases"), logger, signal.notify);
  const stopping = new AbortController();
  let publisher: Promise<EventPublisher> | undefined;
  const marks = createPublishMarks(outbox, logger);
  const committed = publishCommittedEvents({ openPublisher, marks, onUnpublished: signal.notify, logger, metrics });

  registerOutboxMetrics(metrics.registry, database, lease.isHeld);
  let opened: EventPublisher | undefined;
  // A process without the lease may publish nothing for a long time, and would report what was true of its last event.
  registerStreamMetrics(metrics.registry, bus, () => lease.isHeld() && opened?.isDamaged() === true);
  database.onEventsCommitted((rows) => committed.add(rows));
  const running = recoverEvents({
    ...{ outbox, openPublisher, committed, lease, signal, logger, metrics },
    stopping: stopping.signal,
  });

  /** @throws Error without a connection to NATS */
  function openPublisher(): Promise<EventPublisher> {
    publisher ??= openEventPublisher(bus, outbox, logger, () => createsStream && lease.isHeld()).then(
      (one) => (opened = one),
      (error: unknown) => {
        publisher = undefined;
        throw error;
      },
    );
    return publisher;
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
