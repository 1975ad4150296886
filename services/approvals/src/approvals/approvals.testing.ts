import { newId } from "@tenant-ops/kit/data";
import type { Approval } from "./approvals.rules.js";

const now = new Date("2026-03-02T12:00:00.000Z");

/** A withdrawal of three units that waits for an hour. */
export const createApproval = (given: Partial<Approval> = {}): Approval => ({
  ...{ _id: "apr_1", proposalId: "AAAAAAAAAAAAAAAA", tool: "supply_approve_withdrawal" },
  askedBy: { id: "key_1", kind: "key", name: "Agent", personId: null, client: "agent" },
  place: { country: "MX", currency: "MXN", timeZone: "UTC" },
  ...{ digest: "d", isOpen: true, arguments: { workerId: "w-1", quantity: 3 }, names: { t0: "w-1" } },
  ...{ preview: { quantity: 3 }, checks: [], warnings: [], earlierPreview: null, material: "", measured: 3 },
  ...{ rule: "Withdrawals", needs: "one", status: "pending", revision: 1, decisions: [], reason: null },
  ...{ suggestedArguments: null, createdAt: now, requestedAt: now, approvedAt: null },
  ...{
    expiresAt: new Date(now.getTime() + 3_600_000),
    endedAt: null,
    nextAttemptAt: null,
    attempts: 0,
    answer: null,
    refusal: null,
    requestId: "req_1",
  },
  ...given,
});

/** Those of which a business has one each. */
export const createIds = (): Pick<Approval, "_id" | "proposalId" | "digest"> => ({
  _id: newId("apr"),
  proposalId: newId("prp"),
  digest: newId("dig"),
});
