import type { RecordCount, RequestKey } from "../privacy/person-requests.types.js";

export type OffboardingStatus =
  /** Processes are told to refuse calls. */
  | "closing"
  /** All of them refuse calls, until `deleteAt`. */
  | "waiting"
  | "deleting"
  | "completed"
  /** Processes are told to accept calls again. */
  | "reopening"
  | "canceled";

export type ActorKind = "owner" | "operator";

/** Who asks. */
export interface Actor {
  kind: ActorKind;
  /** Keyed hash: the receipt outlives the person. */
  hash: string;
}

/** The request with which a business leaves. When it is completed it is the receipt. */
export interface Offboarding {
  _id: string;
  businessId: string;
  sandboxId: string;
  status: OffboardingStatus;
  /** Number of the last change of the business's state, greater than any number before. */
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
  /** Of a business, one request is active. Absent when it is completed or cancelled. */
  isActive?: true;
  /** When a process works on it next; absent when nothing is left to do. */
  dueAt?: Date;
  /** When MongoDB deletes a request that has ended. */
  expiresAt?: Date;
}

export interface Deletion {
  /** When all processes had been told that nothing may write any more. */
  startedAt: Date;
  before: RecordCount[];
  /** Counted from 1. */
  pass: number;
  passStartedAt: Date;
  /** Found after the last pass. */
  left?: number;
}
