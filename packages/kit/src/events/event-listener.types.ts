import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { EventEnvelope } from "@tenant-ops/proto/common";
import type { InFlightCounter } from "../concurrency/in-flight-counter.js";
import type { Database } from "../data/database.types.js";
import type { EventInTransaction } from "../data/transactions/transaction.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { Bus } from "./bus.js";

/** Handles the events of one subject. */
export interface EventListener {
  /** Durable name of the JetStream consumer, which stores the position of the listener. */
  name: string;
  /** One subject filter, such as `events.>` or `events.roulettes.>`: nats-server 2.9 supports one per consumer. */
  subject: string;
  /**
   * Called before the transaction, when JetStream delivers the event for the first time. An event that is not wanted is acknowledged and not stored.
   * An error is treated like an error of `handle`.
   */
  isWanted?: (event: ReceivedEvent) => Promise<boolean>;
  /**
   * Gets events of one business in the transaction that also stores that they were processed, so a second delivery does nothing. When it fails,
   * it is called for each of them alone. An error then means a retry later; after ten tries the event is stored in `deadLetters`, unless the last
   * error was temporary, such as a database that is unreachable.
   */
  handle: (events: readonly EventInTransaction<ReceivedEvent>[]) => Promise<void>;
  /** Runs after the commit and before the acknowledgement, also for a duplicate. */
  afterCommit?: (event: ReceivedEvent) => Promise<void>;
  /** Where a new consumer starts; the oldest event by default. An existing consumer continues from its stored position. */
  startTime?: Date;
}

export interface ReceivedEvent {
  envelope: EventEnvelope;
  /** The message in the envelope, if it is of this schema. */
  as<Schema extends DescMessage>(schema: Schema): MessageShape<Schema> | undefined;
}

export interface EventListenerOptions {
  listener: EventListener;
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  /** Counts the handlers that run. */
  underWay?: InFlightCounter;
  /** Delay before the first retry of a failed event; doubled for each further one, up to a minute. */
  backoffMs?: number;
  /** `ack_wait` of the consumer: JetStream redelivers an event that was not acknowledged or extended for so long. */
  ackWaitMs?: number;
}
