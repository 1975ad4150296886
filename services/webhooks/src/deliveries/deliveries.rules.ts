import { notFound } from "@tenant-ops/kit/errors";
import { type HttpResult, planRetry, type RetryRules } from "@tenant-ops/kit/egress";
import type { AttemptDecision, Delivery } from "./deliveries.types.js";

/** @throws Refusal webhook_delivery_not_found */
export function requireDelivery(found: Delivery | null, traceId: string): Delivery {
  if (!found) throw notFound("webhook_delivery", traceId, { listWith: "webhooks_list_deliveries" });
  return found;
}

export interface DeliveryRetryRules extends RetryRules {
  maxAttempts?: number | undefined;
}

/** Only the status decides: a 200 with an error in its body is a success. */
export function isSuccess(result: HttpResult): boolean {
  return "code" in result && result.code >= 200 && result.code < 300;
}

/** The state of a delivery after an attempt. @param attempt how many attempts were made, including this one
 */
export function decideAfterAttempt(attempt: number, result: HttpResult, rules: DeliveryRetryRules): AttemptDecision {
  if (isSuccess(result)) return { status: "delivered" };
  const isLast = attempt >= (rules.maxAttempts ?? Number.POSITIVE_INFINITY);
  const dueAt = isLast ? undefined : planRetry(attempt, "code" in result ? result : {}, rules);
  return dueAt ? { status: "pending", dueAt } : { status: "failed" };
}

/** The outcome of an attempt for metrics and log lines. */
export function toOutcomeLabel(result: HttpResult): string {
  if ("error" in result) return result.error;
  return isSuccess(result) ? "delivered" : `${Math.floor(result.code / 100)}xx`;
}
