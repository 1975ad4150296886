import type { Collection, CommandStartedEvent, CommandSucceededEvent, Document } from "mongodb";
import type { Call } from "../call/call.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { BatchedWrite } from "./transactions/batch.types.js";
import type { BusinessUpdate } from "./tenancy/business-updates.js";
import type { ClosedBusinesses } from "./tenancy/closed-businesses.js";
import type { CrossBusinessOptions } from "./tenancy/cross-business-reads.js";
import type { OutboxRow } from "./infrastructure.js";
import type { DatabaseSchema } from "./schema/migrations.types.js";
import type { RecordMemory } from "./transactions/record-memory.js";
import type { EventInTransaction, EventResult, IncomingEvent } from "./transactions/transaction.js";
import type { Scope, SnapshotScope, WriteScope } from "./tenancy/scope.types.js";
import type { StoredRecord } from "./tenancy/tenant-collection.types.js";

export interface Database {
  readonly name: string;
  /** @throws Error when the call's business id is not well-formed, Refusal business_closed; so do transactions and batches */
  scope(call: Call): Scope;
  /** Runs reads that have to fit together: all see the database at one moment, with all that was acknowledged before. It may run `read` twice. */
  snapshot<Result>(call: Call, read: (scope: SnapshotScope) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` in a transaction. It may run more than once: await one operation after another, and do not catch errors.
   * When the call has an idempotency key, a repeat of the same call gets the stored answer of the first (`call.replayed`).
   * @throws Refusal idempotency_conflict, idempotency_in_flight, deadline_exceeded, and the refusals of `work`
   */
  transaction<Reply>(call: Call, work: (scope: WriteScope) => Promise<Reply>): Promise<Reply>;
  /**
   * The same for a write that many callers send at once: returns a function that executes requests in batches, each batch in
   * one transaction. Use it only for records that many callers change at the same time; `transaction` is simpler.
   */
  batchPerBusiness<Request, State, Plan, Reply>(
    write: BatchedWrite<Request, State, Plan, Reply>,
  ): (call: Call, request: Request) => Promise<Reply>;
  /**
   * Remembers records of a collection for `BatchedWrite.load`, once per collection.
   * @param options.maxAgeMs for records whose use is not verified by an update: how late a change by another process may be seen
   */
  remember<T>(collection: string, options?: { maxAgeMs?: number }): RecordMemory<T>;
  /**
   * A collection without a business, such as the registry of slugs or the keys of accounts. The service declares such
   * collections in its definition; every other collection is reachable through a scope only.
   */
  shared<T extends StoredRecord>(name: string): Collection<T>;
  /**
   * For events, which may be delivered twice: returns a function that processes an event in a transaction, unless one with its id was processed
   * before; then it returns "duplicate". Events of one business that arrive while its transaction runs share the next one. When `work` fails,
   * each of its events runs alone, so that only the one that caused the error fails.
   */
  processOnce<Event>(
    work: (events: readonly EventInTransaction<Event>[]) => Promise<void>,
  ): (call: Call, event: IncomingEvent<Event>) => Promise<EventResult>;
  /**
   * Updates records of several businesses in one command, each business's through its own call; without a transaction, and in no
   * order. For work that one process does for many businesses at the same time.
   * @returns how many records matched
   */
  updateOfBusinesses<T extends StoredRecord>(
    collection: string,
    updates: readonly BusinessUpdate<T>[],
  ): Promise<number>;
  /** The businesses that are being offboarded or were deleted: `scope` refuses their calls, and workers skip them. */
  closedBusinesses: ClosedBusinesses;
  /** The kit's own collections: outbox, leases, inbox, idempotency, deadLetters. */
  infrastructure<T extends StoredRecord>(name: string): Collection<T>;
  /**
   * Reads a collection across all businesses from one snapshot. Only for audits that an operator runs, such as the check that
   * ledgers add up, and for its keys; no code that a tenant can call may use it. Stages that write are refused. Businesses that are being
   * deleted are left out.
   */
  acrossBusinesses<Result extends Document>(
    collection: string,
    stages: readonly Document[],
    options?: CrossBusinessOptions,
  ): AsyncIterable<Result>;
  /**
   * The id of the business that owns a record, for a page that visitors open without a credential. Only for collections that
   * the service declares as `publicPages`; nothing but the id of the business is read.
   */
  findOwner(collection: string, id: string): Promise<string | undefined>;
  /**
   * The id of the record at the end of the next slice of a collection, in the order of the ids and across all businesses; undefined when
   * fewer records are left. For work on records of one business in a collection without an index by business: each slice bounds
   * what a query examines.
   */
  findSliceEnd(collection: string, after: string | undefined, records: number): Promise<string | undefined>;
  /** Whether an index of the collection finds all records of this business; a count of them then reads nothing else. */
  isIndexedByBusiness(collection: string, businessId: string): boolean;
  /** Called after each commit that stored events in the outbox, with their rows. */
  onEventsCommitted(listener: (rows: readonly OutboxRow[]) => void): void;
  /** For tests, and only with `tenancyGuard: "commands"`: reports every command before it is sent. Returns how to stop. */
  watchCommands(listener: (command: CommandStartedEvent) => void): () => void;
  /** For tests, with the same setting: reports every answer of MongoDB to a command. Returns how to stop. */
  watchReplies(listener: (reply: CommandSucceededEvent) => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions extends DatabaseSchema {
  url: string;
  name: string;
  appName: string;
  logger: Logger;
  /** Absent in tests without metrics. */
  metrics?: Metrics;
  /** Collections whose records have public pages; see `Database.findOwner`. */
  publicPages?: readonly string[];
  /**
   * True is the default: an operation that does not name a business is refused before it is sent. `commands`, for tests: every
   * command that the driver sends is checked as well, and `watchCommands` works.
   */
  tenancyGuard?: boolean | "commands";
  /**
   * Only of a job, whose queries read whole collections: how long each may work. The server ends it, and the connection waits as long as that
   * takes; a process that serves waits 15 seconds for an answer.
   */
  readMsMax?: number;
  /** For tests: how long an operation waits for a connection. A process that serves waits a second. */
  connectionWaitMs?: number | undefined;
}
