import type { Scope } from "@tenant-ops/kit/data";
import type { DisabledReason, Endpoint } from "./endpoints.rules.js";
import type { AttemptCounts } from "./health.rules.js";

const endpoints = (scope: Scope) => scope.collection<Endpoint>("endpoints");

/** @returns whether this call disabled it */
export async function disableIfEnabled(scope: Scope, id: string, reason: DisabledReason): Promise<boolean> {
  const changed = await endpoints(scope).updateOne(
    { _id: id, status: "enabled" },
    {
      $set: { status: "disabled", disabledReason: reason, disabledAt: scope.now, updatedAt: scope.now },
      $inc: { version: 1 },
    },
  );
  return changed.modifiedCount === 1;
}

/** @returns whether this call stored the warning */
export async function markWarned(scope: Scope, id: string): Promise<boolean> {
  const changed = await endpoints(scope).updateOne(
    { _id: id, status: "enabled", "stats.warnedAt": { $exists: false } },
    { $set: { "stats.warnedAt": scope.now } },
  );
  return changed.modifiedCount === 1;
}

/** Adds attempts to the stats of an endpoint. A success resets its failures. */
export function addToStats(scope: Scope, id: string, counts: AttemptCounts): Promise<Endpoint | null> {
  const { lastSuccessAt, lastFailureAt, failuresSinceSuccess } = counts;
  const set = {
    ...(lastSuccessAt && { "stats.lastSuccessAt": lastSuccessAt }),
    ...(lastFailureAt && { "stats.lastFailureAt": lastFailureAt }),
  };
  if (!lastSuccessAt) {
    // A pipeline, because only the first of several failures sets `failingSince`.
    return endpoints(scope).findOneAndUpdate({ _id: id }, [
      {
        $set: {
          ...set,
          "stats.failures": { $add: ["$stats.failures", failuresSinceSuccess] },
          "stats.failingSince": { $ifNull: ["$stats.failingSince", lastFailureAt ?? scope.now] },
        },
      },
    ]);
  }
  const isFailing = failuresSinceSuccess > 0 && lastFailureAt;
  return endpoints(scope).findOneAndUpdate(
    { _id: id },
    {
      $set: {
        ...set,
        "stats.failures": failuresSinceSuccess,
        ...(isFailing && { "stats.failingSince": lastFailureAt }),
      },
      $unset: { "stats.warnedAt": "", ...(!isFailing && { "stats.failingSince": "" }) },
    },
  );
}
