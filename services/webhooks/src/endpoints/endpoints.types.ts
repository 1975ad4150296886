import type { SigningSecret } from "@tenant-ops/kit/egress";

export interface EndpointStats {
  lastSuccessAt?: Date;
  lastFailureAt?: Date;
  /** Failed attempts since the last success. */
  failures: number;
  /** When the first of them failed. */
  failingSince?: Date;
  warnedAt?: Date;
}

export type DisabledReason = "tenant" | "gone" | "failing";

export interface SubscriptionStart {
  /** A type of events, or `*`. */
  event: string;
  since: Date;
}

export interface Endpoint {
  _id: string;
  /** From 0, below QUOTA_ENDPOINTS; unique per business, so that concurrent registrations cannot exceed the limit. */
  slot: number;
  url: string;
  description: string;
  events: string[];
  /** Since when it gets which events, with those that `*` has replaced in `events`. Absent: all since its creation. */
  starts?: SubscriptionStart[];
  status: "enabled" | "disabled";
  disabledReason?: DisabledReason;
  disabledAt?: Date;
  maxAttempts?: number;
  maxConcurrency?: number;
  ratePerSecond?: number;
  secrets: SigningSecret[];
  stats: EndpointStats;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface EndpointChange {
  set: Partial<Endpoint>;
  unset: readonly (keyof Endpoint)[];
}

/** Attempts of one worker that are not yet in the endpoint's stats. */
export interface AttemptCounts {
  lastFailureAt?: Date;
  lastSuccessAt?: Date;
  /** Failures after the last of these successes. */
  failuresSinceSuccess: number;
}
