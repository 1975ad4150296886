import { invalid, notFound } from "@tenant-ops/kit/errors";
import type { Recovery } from "./recoveries.store.js";

const dayMs = 24 * 3600 * 1000;
const recoverDaysMax = 30;

/**
 * The time range of a recovery, until now unless it is given.
 * @throws Refusal invalid_argument
 */
export function planRecovery(given: { since: string; until?: string | undefined }, now: Date) {
  const since = new Date(given.since);
  const until = given.until ? new Date(given.until) : now;
  if (since.getTime() < now.getTime() - recoverDaysMax * dayMs)
    throw invalid("since", `at most ${recoverDaysMax} days ago`, "too_long_ago", { max: recoverDaysMax });
  if (until <= since) throw invalid("until", "must be after since", "end_before_start");
  return { since, until };
}

/** @throws Refusal webhook_recovery_not_found */
export function requireRecovery(found: Recovery | null, id: string): Recovery {
  if (!found) throw notFound("webhook_recovery", id, { listWith: "GET /v1/public/webhooks/recoveries" });
  return found;
}
