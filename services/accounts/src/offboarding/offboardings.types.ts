import type { RecordCount, RequestKey } from "../privacy/person-requests.types.js";

export type OffboardingStatus =
  /** Not all processes refuse calls yet. */
  | "closing"
  /** All processes refuse calls, until `deleteAt`. */
  | "waiting"
  | "deleting"
  | "completed"
  /** Cancelled, but not all processes accept calls again yet. */
  | "reopening"
  | "canceled";

export type ActorKind = "owner" | "operator";

/** The requester. */
export interface Actor {
  kind: ActorKind;
  /** Keyed hash, because the receipt is kept longer than the person's data. */
  hash: string;
}

/** The request to delete a business. When it is completed it is the receipt. */
export interface Offboarding {
  _id: string;
  businessId: string;
  sandboxId: string;
  status: OffboardingStatus;
  /** Version of the last change of the business's state, greater than all versions before. */
  version: number;
  requestedBy: Actor;
  requestedAt: Date;
  deleteAt: Date;
  /** Idempotency-Key and digest of every request that this one has answered. */
  keys: RequestKey[];
  canceledBy?: Actor;
  canceledAt?: Date;
  deletion?: Deletion;
  deleted: RecordCount[];
  completedAt?: Date;
  /** A business has at most one active request. Absent when the request is completed or cancelled. */
  isActive?: true;
  /** When the next step is due; absent when there is none. */
  dueAt?: Date;
  /** When MongoDB deletes a request that has ended. */
  expiresAt?: Date;
}

export interface Deletion {
  /** When all processes had stopped accepting writes. */
  startedAt: Date;
  before: RecordCount[];
  /** Counted from 1. */
  pass: number;
  passStartedAt: Date;
  /** Records that were found after the last pass: 0 in a receipt. */
  remaining?: number;
}
