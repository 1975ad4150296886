import type { Exchange } from "../egress/egress.js";

export type DeliveryStatus = "pending" | "delivered" | "failed";

export interface AttemptNote {
  n: number;
  at: Date;
  ms: number;
  code?: number;
  error?: string;
}

export interface Settled {
  status: DeliveryStatus;
  /** When the next attempt is due; only while pending. */
  dueAt?: Date;
}

export interface RetryRules {
  scheduleMs: readonly number[];
  maxAttempts?: number | undefined;
  now: Date;
  /** 0–1, decides the jitter. */
  random: number;
}

const retryAfterMaxMs = 6 * 3600 * 1000;
const jitter = 0.2;

/** The status line alone decides: a 200 whose body complains is delivered. */
export function isDelivered(exchange: Exchange): boolean {
  return "code" in exchange && exchange.code >= 200 && exchange.code < 300;
}

/**
 * What becomes of a delivery after one more exchange.
 * @param attempt how many attempts were made, this one included
 */
export function settle(attempt: number, exchange: Exchange, rules: RetryRules): Settled {
  if (isDelivered(exchange)) return { status: "delivered" };
  const most = attemptsAtMost(rules.scheduleMs, rules.maxAttempts);
  const pauseMs = rules.scheduleMs[attempt - 1];
  if (attempt >= most || pauseMs === undefined) return { status: "failed" };
  // Only upwards: earlier than the schedule says would surprise a receiver that counts on it.
  const planned = pauseMs * (1 + jitter * rules.random);
  const asked = retryAfterMs(exchange, rules.now);
  return { status: "pending", dueAt: new Date(rules.now.getTime() + Math.max(planned, asked)) };
}

export function attemptsAtMost(scheduleMs: readonly number[], maxAttempts = Number.POSITIVE_INFINITY): number {
  return Math.min(maxAttempts, scheduleMs.length + 1);
}

/** What a 429 or 503 asks for, in seconds or as a date, up to six hours. */
function retryAfterMs(exchange: Exchange, now: Date): number {
  if (!("code" in exchange) || ![429, 503].includes(exchange.code) || !exchange.retryAfter) return 0;
  const { retryAfter } = exchange;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), retryAfterMaxMs) : 0;
}

/** The word for a metric or a log line. */
export function outcomeOf(exchange: Exchange): string {
  if ("error" in exchange) return exchange.error;
  return isDelivered(exchange) ? "delivered" : `${Math.floor(exchange.code / 100)}xx`;
}
