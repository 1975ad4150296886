import { invalid, notFound } from "@tenant-ops/kit/errors";
import { type Endpoint, requireEnabled } from "../endpoints/endpoints.rules.js";

const dayMs = 24 * 3600 * 1000;
const recoverDaysMax = 30;

/**
 * A recovery before it has an id and a creation time; until now unless the request says otherwise.
 * @throws Refusal webhook_endpoint_not_found, webhook_endpoint_disabled, invalid_argument
 */
export function planRecovery(
  given: { endpointId: string; since: string; until?: string },
  { endpoint, now }: { endpoint: Endpoint | null; now: Date },
) {
  const { endpointId } = given;
  requireEnabled(endpoint, endpointId);
  const since = new Date(given.since);
  const until = given.until ? new Date(given.until) : now;
  if (since.getTime() < now.getTime() - recoverDaysMax * dayMs)
    throw invalid("since", `at most ${recoverDaysMax} days ago`, "too_long_ago", { max: recoverDaysMax });
  if (until <= since) throw invalid("until", "must be after since", "end_before_start");
  return { endpointId, since, until };
}

export type PlannedRecovery = ReturnType<typeof planRecovery>;

/** A request to send failed deliveries of an endpoint again. It is stored, so that any worker can continue it. */
export interface Recovery extends PlannedRecovery {
  _id: string;
  /** The last failed delivery that was handled. */
  cursorAt: Date;
  cursorId: string;
  recovered: number;
  status: "running" | "done";
  createdAt: Date;
  /** Absent while it runs. MongoDB deletes the record `keptDays` later. */
  endedAt?: Date;
}

export type RecoveryProgress = Pick<Recovery, "cursorAt" | "cursorId" | "recovered" | "status" | "endedAt">;

/** @throws Refusal webhook_recovery_not_found */
export function requireRecovery(found: Recovery | null, id: string): Recovery {
  if (!found) throw notFound("webhook_recovery", id, { listWith: "GET /v1/public/webhooks/recoveries" });
  return found;
}
