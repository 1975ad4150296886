import type { RetentionRules } from "@tenant-ops/kit/retention";

/** How long a business keeps its history. A business without a record keeps everything. */
export interface Retention {
  /** Id of the business. */
  _id: string;
  /** 1 is the first change. */
  version: number;
  rules: RetentionRules;
  updatedAt: Date;
  /** Id of the key or of the person in the console. */
  updatedBy: string;
  /** Since the last change, until every service has heard of it. */
  untoldSince?: Date;
  /** The last requests that were answered with a change, the newest first. */
  answered: AnsweredRequest[];
}

/** What a service has stored, which is of a later change than the gateway knows. */
export interface LaterRules {
  service: string;
  version: number;
  rules: RetentionRules;
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
