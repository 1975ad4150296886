import type { Binary, IndexDescription } from "mongodb";

// The collections that the kit keeps beside a service's own. They hold the business where there is one, but the kit reads them across businesses.

/** An event between its commit and its publication. */
export interface OutboxRow {
  _id: string;
  businessId: string;
  subject: string;
  envelope: Binary;
  createdAt: Date;
  /** null until JetStream acknowledged it. */
  publishedAt: Date | null;
  /** When the stream that took it was born; a younger stream has lost it. */
  stream?: string;
}

/** The answer of a write that carried an idempotency key. */
export interface IdempotencyRow {
  _id: string;
  businessId: string;
  digest: string;
  reply: unknown;
  createdAt: Date;
}

/** An event that had its effect. */
export interface InboxRow {
  _id: string;
  businessId: string;
  at: Date;
}

/** An event that could not be worked on, kept for a person. */
export interface DeadLetterRow {
  _id: string;
  consumer: string;
  subject: string;
  data: Binary;
  error: string;
  at: Date;
}

/** Who may do what only one process at a time may do. */
export interface LeaseRow {
  _id: string;
  holder: string;
  until: Date;
}

const day = 24 * 60 * 60;
/** How long a published event is kept, to be sent again should the stream be lost. */
export const outboxDays = 7;
/** Name of the index by which events are found that a lost stream had taken. */
export const takenByStream = "takenByStream";

export const infrastructureIndexes: Record<string, IndexDescription[]> = {
  outbox: [
    { key: { publishedAt: 1, _id: 1 }, name: "unpublished" },
    { key: { publishedAt: 1 }, name: "expiry", expireAfterSeconds: outboxDays * day },
    // Partial, so that announcing an event does not touch it.
    { key: { stream: 1 }, name: takenByStream, partialFilterExpression: { stream: { $exists: true } } },
  ],
  idempotency: [{ key: { createdAt: 1 }, expireAfterSeconds: day }],
  // Longer than JetStream keeps a message, so that a late second arrival is still known.
  inbox: [{ key: { at: 1 }, expireAfterSeconds: 2 * outboxDays * day }],
  deadLetters: [{ key: { at: 1 }, expireAfterSeconds: 90 * day }],
  leases: [],
};

export const infrastructureCollections = new Set(Object.keys(infrastructureIndexes));
