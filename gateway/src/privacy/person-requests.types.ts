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
  /** Whether other names of the person in the same records count too. Absent in requests of earlier builds. */
  includeLinked?: boolean;
  /** False when the time was over before everything was searched: there may be more names. Absent: all were found. */
  isSearched?: false;
  /** Given and linked names; absent when the erasure is complete or the export has ended. */
  identifiers?: PersonIdentifier[];
  /** How many names an erasure has found while it ran that are more than one person has. Absent: none. */
  namesLeftOut?: number;
  records: RecordCount[];
  requestedBy: string;
  requestedAt: Date;
  completedAt: Date | null;
  /** Idempotency-Key, and digest of what was sent with it. */
  idempotencyKey: string;
  digest: string;
  /** The same of every request that this one has answered, its own included. Absent in requests of earlier builds. */
  keys?: RequestKey[];
  /** Of an export. */
  downloadUntil: Date | null;
  /** Of an erasure. */
  erasure?: ErasureState;
  /** When a process works on it next; absent when nothing is left to do. */
  dueAt?: Date;
}

export interface RequestKey {
  key: string;
  digest: string;
}

export interface ErasureState {
  tombstone: string;
  /** Hash of all given names, and of whether linked ones count, while it is running: of two such requests, one runs. */
  running?: string;
  /** While it is running: its place among those of the business. */
  slot?: number;
  /** Counted from 1. A pass goes through all services. */
  pass: number;
  passStartedAt: Date;
  coversUntil: Date | null;
}
