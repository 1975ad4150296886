import type { PersonIdentifier } from "@tenant-ops/kit/data";
import type { RecordCount } from "../requests/record-counts.rules.js";
import type { RequestKey } from "../requests/request-keys.rules.js";

/** A request about a person. When it has ended it is the receipt, without anything that names the person. */
export interface PersonRequest {
  _id: string;
  businessId: string;
  kind: "export" | "erasure";
  status: "running" | "completed";
  /** Keyed hashes of the names that were given. */
  personHashes: string[];
  /** Whether linked names (other names of the person in the same records) are included. */
  includeLinked: boolean;
  /** False when the search ended at its time limit: there may be more names. Absent: the search was complete. */
  isSearched?: false;
  /** Given and linked names; absent when the erasure is complete or the export has ended. */
  identifiers?: PersonIdentifier[];
  /** How many linked names the erasure has found and left out, because one person cannot have so many. Absent: none. */
  namesLeftOut?: number;
  records: RecordCount[];
  requestedBy: string;
  requestedAt: Date;
  completedAt: Date | null;
  /** Of every request that this one has answered, its own first. */
  keys: RequestKey[];
  /** Only for exports. */
  downloadUntil: Date | null;
  /** Only for erasures. */
  erasure?: ErasureState;
  /** When the next step is due; absent when there is none. */
  dueAt?: Date;
}

interface ErasureState {
  tombstone: string;
  /** See `hashPerson`. Present while the erasure is running; the unique index allows one such erasure. */
  running?: string;
  /** While the erasure is running: its number among the running erasures of the business. */
  slot?: number;
  /** Counted from 1. A pass goes through all services. */
  pass: number;
  passStartedAt: Date;
  coversUntil: Date | null;
}
