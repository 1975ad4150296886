import type { Binary, IndexDescription } from "mongodb";
import { sandboxPrefix } from "../call/business-id.js";

/** The kinds of names by which a business identifies a person. A visitor of a page has a user id that the mesh computes (`vis_…`). */
export type IdentifierKind = "email" | "userId" | "phone";

export interface PersonIdentifier {
  kind: IdentifierKind;
  value: string;
}

// The collections of the kit in the database of every service. Rows name their business if they have one; the kit reads them across businesses.

/** An event in the outbox. */
export interface OutboxEvent {
  _id: string;
  subject: string;
  envelope: Binary;
  /** The stream that stored this event. Present only while JetStream refuses other events of the row. */
  stream?: string;
}

/** The events of one transaction: stored with it, sent to JetStream afterwards. */
export interface OutboxRow {
  /** That of the first event. */
  _id: string;
  businessId: string;
  events: OutboxEvent[];
  createdAt: Date;
  /** null until JetStream acknowledged all events. */
  publishedAt: Date | null;
  /** Creation time of the stream that stored them; a newer stream does not have them. */
  stream?: string;
}

/** The answer of a write with an idempotency key, or the fact that no write with this key will run. */
export interface IdempotencyRow {
  _id: string;
  businessId: string;
  digest: string;
  reply?: unknown;
  /** The proposal ended before it was carried out. */
  refusedAs?: "proposal_expired";
  createdAt: Date;
}

/** An event that was processed. */
export interface InboxRow {
  _id: string;
  businessId: string;
  at: Date;
}

/** A dead letter: an event that failed ten times, kept for an operator. */
export interface DeadLetterRow {
  _id: string;
  consumer: string;
  subject: string;
  data: Binary;
  error: string;
  at: Date;
}

/** The right to run a task that only one process at a time may run. */
export interface LeaseRow {
  _id: string;
  holder: string;
  until: Date;
}

/**
 * The progress of the erasure of a person, or of the deletion of a business, in this service. The row is deleted when the request has ended in all
 * services; MongoDB deletes the row of a request that never ends.
 */
export interface PersonErasureRow {
  /** Id of the request. */
  _id: string;
  businessId: string;
  /** Changed records by collection, in all passes. */
  changed: Record<string, number>;
  /** Other names of the person in the changed records of all passes, up to `linksMax`. Absent while there are none. */
  links?: PersonIdentifier[];
  pass: number;
  /** Number of records that this pass has changed. */
  changedInPass: number;
  /** Number of complete steps of this pass. */
  doneSteps: number;
  /** Position of the next part of the present step; absent at its beginning. */
  position?: string;
  createdAt: Date;
}

/** A record that an erasure has changed, in `personErasures` as well: its id can be in a stored answer. */
export interface ErasedRecordRow {
  /** `<id of the request>|<id of the record>`. */
  _id: string;
  businessId: string;
  createdAt: Date;
}

/** The result of the last complete run of `--reconcile`. */
export interface ReconciliationRow {
  _id: string;
  finishedAt: Date;
  problems: number;
}

/**
 * A business that is being offboarded or was deleted, in the database of each service; see `closed-businesses.ts`. For a deleted business, `_id` is a
 * hash of its id. The row `revision` counts the changes.
 */
export interface ClosedBusinessRow {
  _id: string;
  /** Version of the last change: a late repeat of an earlier change does nothing. */
  version: number;
  state?: BusinessState | "deleted";
  /** Set when the business is open again, or deleted so that only late calls are refused. */
  expiresAt?: Date;
}

/** `closed`: its calls are refused. `deleting`: nothing writes any more, except the deletion. */
export type BusinessState = "open" | "closed" | "deleting";

const day = 24 * 60 * 60;
/** How long a published event is kept, so that it can be sent again if the stream is lost. */
export const outboxDays = 7;
/** Longer than an erasure may take. */
const erasureDays = 60;
/** Name of the index that finds the events which a lost stream had stored. */
export const streamIndex = "takenByStream";

/** How long the answer of a write is kept for a repeat with the same idempotency key. */
export const storedReplyMs = day * 1000;

/**
 * Finds all records of a sandbox in a collection. Partial, so that a record of a live business costs nothing; "`" is the character
 * after "_".
 */
export const sandboxIndex: IndexDescription = {
  key: { businessId: 1 },
  name: "recordsOfSandboxes",
  partialFilterExpression: { businessId: { $gte: `${sandboxPrefix}_`, $lt: `${sandboxPrefix}\`` } },
};

export const infrastructureIndexes: Record<string, IndexDescription[]> = {
  outbox: [
    { key: { publishedAt: 1, _id: 1 }, name: "unpublished" },
    { key: { publishedAt: 1 }, name: "expiry", expireAfterSeconds: outboxDays * day },
    // Partial, so that inserting an event does not write to it.
    { key: { stream: 1 }, name: streamIndex, partialFilterExpression: { stream: { $exists: true } } },
    sandboxIndex,
  ],
  idempotency: [{ key: { createdAt: 1 }, expireAfterSeconds: day }],
  // Longer than JetStream keeps a message, so that a late duplicate is still recognised.
  inbox: [{ key: { at: 1 }, expireAfterSeconds: 2 * outboxDays * day }, sandboxIndex],
  deadLetters: [{ key: { at: 1 }, expireAfterSeconds: 90 * day }],
  leases: [],
  personErasures: [{ key: { createdAt: 1 }, expireAfterSeconds: erasureDays * day }],
  closedBusinesses: [],
  migrations: [],
  reconciliations: [],
};

export const infrastructureCollections = new Set(Object.keys(infrastructureIndexes));
