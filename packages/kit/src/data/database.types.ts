import type { Collection, CommandStartedEvent, Document, IndexDescription } from "mongodb";
import type { Call } from "../call/call.js";
import type { Logger, Metrics } from "../telemetry/telemetry.js";
import type { BatchedWrite } from "./batch.types.js";
import type { Scope, WriteScope } from "./scope.types.js";
import type { StoredRecord } from "./tenant-collection.js";

export interface Database {
  readonly name: string;
  scope(call: Call): Scope;
  /**
   * Runs `work` in a transaction. It may run more than once: await one operation after another and let errors pass.
   * When the call carries an idempotency key, a second arrival gets the stored answer of the first (`call.replayed`).
   * @throws Refusal idempotency_conflict, idempotency_in_flight, deadline_exceeded, and what `work` refuses
   */
  transaction<Reply>(call: Call, work: (scope: WriteScope) => Promise<Reply>): Promise<Reply>;
  /**
   * The same for a write that many callers want at once: returns a function that carries requests in batches, many in one
   * transaction. For the few records everybody touches; `transaction` reads better everywhere else.
   */
  batchPerBusiness<Request, State, Plan, Reply>(
    write: BatchedWrite<Request, State, Plan, Reply>,
  ): (call: Call, request: Request) => Promise<Reply>;
  /**
   * A collection that belongs to no business, or to all: a registry of slugs, the gateway's keys. The service names such
   * collections in its definition; every other one is reachable through a scope only.
   */
  shared<T extends StoredRecord>(name: string): Collection<T>;
  /**
   * Runs `work` in a transaction unless it ran before under this id. For events, which may arrive twice.
   * @returns "repeated" when it ran before
   */
  processOnce(id: string, call: Call, work: (scope: WriteScope) => Promise<void>): Promise<"done" | "repeated">;
  /** The kit's own collections: outbox, leases, inbox, idempotency, deadLetters. */
  infrastructure<T extends StoredRecord>(name: string): Collection<T>;
  /**
   * Reads a collection of all businesses as it was at one moment. Only for audits that an operator runs, such as the proof
   * that ledgers add up; nothing that a tenant can call may lead here. Stages that write are refused.
   */
  acrossBusinesses<Result extends Document>(collection: string, stages: readonly Document[]): AsyncIterable<Result>;
  /** Called after a transaction that announced something. */
  onCommit(listener: () => void): void;
  /** Shows every command on its way to the server, for tests: only with `guardTenancy`. Returns how to stop looking. */
  watchCommands(listener: (command: CommandStartedEvent) => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  name: string;
  appName: string;
  logger: Logger;
  /** Absent in tests that look at none. */
  metrics?: Metrics;
  /** Per collection; the kit puts `businessId` in front of every key but those that let records expire. */
  indexes?: Record<string, readonly IndexDescription[]>;
  /** Per collection that has no business; keys are taken as they are. */
  sharedIndexes?: Record<string, readonly IndexDescription[]>;
  /** Fails every command on a tenant collection that does not name the business. Costs a little: on in tests. */
  guardTenancy?: boolean;
}
