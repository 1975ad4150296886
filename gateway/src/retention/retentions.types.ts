import type { RetentionRules } from "@tenant-ops/kit/retention";

/** How long a business keeps its history. A business without a record keeps everything. */
export interface Retention {
  /** Id of the business. */
  _id: string;
  /** 1 is the first change. */
  version: number;
  rules: RetentionRules;
  updatedAt: Date;
  /** By service: when the rules that were taken over from it were chosen. The others were chosen at `updatedAt`. */
  chosenAt?: Record<string, Date>;
  /** Id of the key or of the person in the console. */
  updatedBy: string;
  /** Since the last change, or since a service did not answer, until every service has these rules. */
  notDeliveredSince?: Date;
  /** The last requests that were answered with a change, the newest first. */
  answered: AnsweredRequest[];
}

/** What a service has stored, and has not replaced by what the gateway has told. */
export interface StoredRules {
  service: string;
  version: number;
  rules: RetentionRules;
  /** Absent: the service does not know it. */
  chosenAt?: Date;
}

/** The answers of the services to one telling. */
export interface Telling {
  /** What services have stored and is not what was told. */
  others: StoredRules[];
  /** Of services that did not answer. */
  errors: unknown[];
}

export interface AnsweredRequest {
  key: string;
  /** Keyed digest of what was sent. */
  digest: string;
}

/** What the operator allows. */
export interface RetentionLimits {
  daysMin: number;
  modes: readonly ("archive" | "delete")[];
}
