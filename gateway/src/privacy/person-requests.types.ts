import type { PersonIdentifier } from "@tenant-ops/kit/data";

/** Records of a person in one collection of one service. */
export interface RecordCount {
  service: string;
  collection: string;
  records: number;
}

/** A request about a person. When it has ended it is the receipt, without anything that names the person. */
export interface PersonRequest {
  _id: string;
  businessId: string;
  kind: "export" | "erasure";
  status: "running" | "completed";
  /** Keyed hashes of the names that were given. */
  personHashes: string[];
  /** Given and linked names; absent when the erasure is complete or the export has ended. */
  identifiers?: PersonIdentifier[];
  records: RecordCount[];
  requestedBy: string;
  requestedAt: Date;
  completedAt: Date | null;
  /** Idempotency-Key, and digest of what was sent with it. */
  idempotencyKey: string;
  digest: string;
  /** Of an export. */
  downloadUntil: Date | null;
  /** Of an erasure. */
  erasure?: ErasureState;
  /** When a process works on it next; absent when nothing is left to do. */
  dueAt?: Date;
}

export interface ErasureState {
  tombstone: string;
  /** Hash of all given names while it is running: of two requests about the same person, one runs. */
  running?: string;
  /** Counted from 1. A pass goes through all services. */
  pass: number;
  passStartedAt: Date;
  coversUntil: Date | null;
}
