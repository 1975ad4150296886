import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import type { Keyring } from "@tenant-ops/kit/encryption";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { DeliveryCounter } from "../deliveries/delivery-counter.js";
import type { Delivery } from "../deliveries/deliveries.rules.js";
import type { HandOver } from "../deliveries/hand-over.js";
import type { EgressClient } from "@tenant-ops/kit/egress";
import type { Endpoint } from "../endpoints/endpoints.rules.js";
import type { AttemptCounts } from "../endpoints/health.rules.js";
import type { RecentEvents } from "../events/recent-events.js";
import type { LaneStore } from "../lanes/lanes.store.js";
import type { ClaimedLane, ReleaseResult } from "../lanes/lanes.types.js";
import type { WebhookMetrics } from "../metrics.js";
import type { AttemptWriter } from "./attempt-writer.js";
import type { EndpointHealth } from "./endpoint-health.js";

/** What all lanes of a process use. */
export interface LaneContext {
  db: Database;
  bus: Bus;
  lanes: LaneStore;
  deliveries: HandOver;
  egress: EgressClient;
  health: EndpointHealth;
  deliveryCounter: DeliveryCounter;
  recentEvents: RecentEvents;
  attempts: AttemptWriter;
  keyring: Keyring;
  retryScheduleMs: readonly number[];
  leaseMs: number;
  logger: Logger;
  metrics: WebhookMetrics;
}

/** See the table in lane.rules.ts. */
export type LanePhase = "recovering" | "sending" | "draining" | "returning" | "yielding" | "failing" | "ended";

export interface LaneState {
  phase: LanePhase;
  lane: ClaimedLane;
  /** As of the latest read. undefined: not read yet; null: deleted. */
  endpoint: Endpoint | null | undefined;
  /** Due deliveries that were read and not started. */
  queue: readonly Delivery[];
  queueReadAt: number;
  /** False when more deliveries may be due than were read. */
  isQueueComplete: boolean;
  /** Deliveries of running attempts. */
  inFlight: ReadonlySet<string>;
  /** New deliveries may be due. */
  isNotified: boolean;
  /** Since when nothing has been due and no attempt has run. */
  idleSince?: number;
  /** The receiver answered 410. */
  isGone: boolean;
  /** Attempts that are not in the endpoint's stats yet. */
  counts: AttemptCounts;
  /** The first error. The lane ends when no attempt runs any more. */
  error?: unknown;
}

/** What a transition depends on besides the state and the event. */
export interface LaneConditions {
  now: number;
  isLeaseHeld: boolean;
  /** False when the lane must end: the pool is full, or the process stops. */
  mayContinue: boolean;
  /** Whether the lane may be kept for a moment when it has nothing to do. */
  mayIdle: boolean;
}

export type LaneEvent =
  | { type: "recovery_step_done"; mayHaveMore: boolean }
  | { type: "queue_read"; endpoint: Endpoint | null; deliveries: readonly Delivery[] }
  /** `markedCount` attempts count against the rate limit; `deliveryIds` are sent. They differ when the lease has ended. */
  | { type: "attempts_started"; deliveryIds: readonly string[]; markedCount: number; startedAt: number }
  | { type: "attempt_answered"; isSuccess: boolean; isGone: boolean; startedAt: Date; endedAt: Date }
  | { type: "attempt_ended"; deliveryId: string; error?: unknown }
  /** This process has just created the delivery; it is committed. */
  | { type: "delivery_offered"; delivery: Delivery }
  | { type: "notified" }
  | { type: "wait_ended" }
  | { type: "stats_stored" }
  | { type: "lane_returned"; result: ReleaseResult }
  | { type: "effect_failed"; error: unknown };

/** What the runner does next. Every effect but "end" results in an event. */
export type LaneEffect =
  | { type: "run_recovery_step" }
  | { type: "read_queue" }
  | { type: "start_attempts"; deliveries: readonly Delivery[]; endpoint: Endpoint }
  /** Until an attempt ends, a notification or a delivery comes, or the lease is renewed; at most `maxMs`. */
  | { type: "wait"; maxMs?: number }
  | { type: "store_stats" }
  | { type: "remove_lane" }
  | { type: "pause_lane" }
  | { type: "release_lane" }
  | { type: "yield_lane" }
  | { type: "release_failed_lane" }
  | { type: "end" };

export interface LaneStep {
  state: LaneState;
  effect: LaneEffect;
}
