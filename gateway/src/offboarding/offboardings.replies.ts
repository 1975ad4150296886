import type { Offboarding } from "./offboardings.types.js";

const statuses = {
  closing: "closed",
  waiting: "closed",
  deleting: "deleting",
  completed: "completed",
  reopening: "canceled",
  canceled: "canceled",
} as const;

/** A request as owners and operators see it. */
export function toOffboardingReply(offboarding: Offboarding) {
  const { _id, businessId, status, requestedBy, requestedAt, deleteAt, canceledAt, canceledBy } = offboarding;
  const { deletion, deleted, completedAt, expiresAt } = offboarding;
  return {
    _id,
    businessId,
    status: statuses[status],
    requestedAs: requestedBy.kind,
    requestedByHash: requestedBy.hash,
    requestedAt: requestedAt.toISOString(),
    deleteAt: deleteAt.toISOString(),
    canceledAt: canceledAt?.toISOString() ?? null,
    canceledAs: canceledBy?.kind ?? null,
    deletionStartedAt: deletion?.startedAt.toISOString() ?? null,
    before: deletion?.before ?? null,
    deleted,
    remaining: deletion?.remaining ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    receiptUntil: (completedAt && expiresAt?.toISOString()) ?? null,
  };
}
