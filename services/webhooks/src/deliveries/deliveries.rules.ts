import { notFound } from "@tenant-ops/kit/errors";
import type { HttpResult } from "@tenant-ops/kit/egress";
import type { AttemptDecision, Delivery } from "./deliveries.types.js";

/** @throws Refusal webhook_delivery_not_found */
export function requireDelivery(found: Delivery | null, traceId: string): Delivery {
  if (!found) throw notFound("webhook_delivery", traceId, { listWith: "webhooks_list_deliveries" });
  return found;
}

export interface RetryRules {
  retryScheduleMs: readonly number[];
  maxAttempts?: number | undefined;
  now: Date;
  /** 0–1, decides the jitter. */
  random: number;
}

const retryAfterMaxMs = 6 * 3600 * 1000;
const jitter = 0.2;

/** Only the status decides: a 200 with an error in its body is a success. */
export function isSuccess(result: HttpResult): boolean {
  return "code" in result && result.code >= 200 && result.code < 300;
}

/**
 * What an attempt makes of its delivery.
 * @param attempt how many attempts were made, including this one
 */
export function decideAfterAttempt(attempt: number, result: HttpResult, rules: RetryRules): AttemptDecision {
  if (isSuccess(result)) return { status: "delivered" };
  const pauseMs = rules.retryScheduleMs[attempt - 1];
  if (pauseMs === undefined || attempt >= (rules.maxAttempts ?? Number.POSITIVE_INFINITY)) return { status: "failed" };
  // Jitter only makes the pause longer, because a receiver may rely on the schedule.
  const plannedMs = pauseMs * (1 + jitter * rules.random);
  const waitMs = Math.max(plannedMs, toRetryAfterMs(result, rules.now));
  return { status: "pending", dueAt: new Date(rules.now.getTime() + waitMs) };
}

/** The pause that a 429 or 503 asks for, in seconds or as a date, up to six hours. */
function toRetryAfterMs(result: HttpResult, now: Date): number {
  if (!("code" in result) || ![429, 503].includes(result.code) || !result.retryAfter) return 0;
  const { retryAfter } = result;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), retryAfterMaxMs) : 0;
}

/** The outcome of an attempt for metrics and log lines. */
export function toOutcomeLabel(result: HttpResult): string {
  if ("error" in result) return result.error;
  return isSuccess(result) ? "delivered" : `${Math.floor(result.code / 100)}xx`;
}
