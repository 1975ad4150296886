import type { WriteScope } from "@tenant-ops/kit/data";
import { ApprovalRequestedSchema } from "@tenant-ops/proto/approvals";
import type { Approval } from "./approvals.rules.js";

/** Tells the business that people have to decide, about a new preview or a changed one. */
export async function publishRequested(
  scope: WriteScope,
  { _id: approvalId, tool, askedBy, revision, requestedAt, expiresAt }: Approval,
): Promise<void> {
  await scope.publish(ApprovalRequestedSchema, {
    ...{ approvalId, tool, askedBy: askedBy.id, revision },
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  });
}
