import type { RecordCount } from "../requests/record-counts.rules.js";
import type { RequestKey } from "../requests/request-keys.rules.js";

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

/** What every request to delete data has: that of a business, and that of a sandbox which was emptied. */
export interface DeletionRequest {
  _id: string;
  /** The business, or the earlier id of the sandbox. */
  businessId: string;
  /** The sandbox that is deleted with its business. */
  sandboxId?: string;
  /** Of a sandbox that was emptied: its live business. */
  sandboxOf?: string;
  status: OffboardingStatus;
  /** Version of the last change of the business's state, greater than all versions before. */
  version: number;
  requestedAt: Date;
  deleteAt: Date;
  deletion?: Deletion;
  deleted: RecordCount[];
  /** A business has at most one active request. Absent when the request is completed or cancelled. */
  isActive?: true;
  /** When the next step is due; absent when there is none. */
  dueAt?: Date;
  /** When MongoDB deletes a request that has ended. */
  expiresAt?: Date;
}

/** The request to delete a business. When it is completed it is the receipt. */
export interface Offboarding extends DeletionRequest {
  sandboxId: string;
  requestedBy: Actor;
  /** Idempotency-Key and digest of every request that this one has answered. */
  keys: RequestKey[];
  canceledBy?: Actor;
  canceledAt?: Date;
  completedAt?: Date;
}

/** The request to delete what a sandbox had before it was emptied. It leaves no receipt. */
export interface EmptiedSandbox extends DeletionRequest {
  sandboxOf: string;
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
