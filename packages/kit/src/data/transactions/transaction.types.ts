import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import type { ClientSession, Db, Document, Filter, MongoClient, UpdateFilter } from "mongodb";
import type { Call } from "../../call/call.js";
import type { KeyedMutex } from "../../concurrency/keyed-mutex.js";
import type { CountSlots } from "../counts/count-slots.js";
import type { CombinationChange, CountChange } from "../counts/count-changes.rules.js";
import type { OutboxEvent, OutboxRow } from "../infrastructure.js";
import type { Logger } from "../../telemetry/logger.js";
import type { Metrics } from "../../telemetry/metrics.js";
import type { WriteScope } from "../tenancy/scope.types.js";
import type { TenancyGuard } from "../tenancy/tenancy-guard.js";
import type { CollectionContext } from "../tenancy/tenant-collection.types.js";

/** What transactions need from the database that runs them. */
export interface TransactionEnvironment {
  client: MongoClient;
  mongo: Db;
  logger: Logger;
  metrics: Metrics | undefined;
  /** Absent when it is switched off. */
  tenancyGuard: TenancyGuard | undefined;
  retryMutex: KeyedMutex;
  countSlots: CountSlots;
  openScope: (call: Call, transaction: TransactionScope) => WriteScope;
  /** Called after a record of the business was changed or deleted, in a collection with a `RecordMemory`. */
  forget: (collection: string, businessId: string) => void;
  /** Called after each commit that stored events in the outbox. */
  onEventsCommitted: (rows: readonly OutboxRow[]) => void;
}

/** What a scope needs from the transaction in which it writes. */
export interface TransactionScope {
  context: CollectionContext;
  count(change: CountChange): void;
  countCombination(change: CombinationChange): void;
  appendEvent<Schema extends DescMessage>(schema: Schema, event: MessageInitShape<Schema>): void;
}

/** What is written just before the commit, in one command and in this order. */
export interface Appends {
  /** Each must match one record. */
  updates: { collection: string; filter: Filter<Document>; update: UpdateFilter<Document> }[];
  inserts: { collection: string; document: Document }[];
  events: OutboxEvent[];
  /** The events as they were written. */
  outboxRows: OutboxRow[];
  counts: CountChange[];
  combinations: CombinationChange[];
  /** Whether an update without a match means that a remembered record is outdated. Otherwise it is a fault of ours. */
  isPlannedOnMemory: boolean;
  /** Collections with changed or deleted records. */
  changed: Set<string>;
}

export type TransactionBody<Result> = (session: ClientSession, appends: Appends) => Promise<Result>;
