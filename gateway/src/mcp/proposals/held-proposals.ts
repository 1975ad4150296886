import { Refusal } from "@tenant-ops/kit/errors";
import { toJsonBytes } from "@tenant-ops/kit/rpc";
import type { CatalogTool } from "@tenant-ops/proto";
import type { HeldProposal } from "@tenant-ops/proto/approvals";

/** A write that waits for people, as agents see it. */
export interface WaitingApproval {
  id: string;
  url: string;
  status: "pending" | "approved";
  expires_at: string;
}

/** @param appUrl where people sign in @param businessId of the approval */
export function describeApproval(appUrl: string, businessId: string, held: HeldProposal): WaitingApproval {
  const { approvalId: id, status, expiresAt } = held;
  const url = `${appUrl}/b/${encodeURIComponent(businessId)}/approvals/${encodeURIComponent(id)}`;
  return { id, url, status: status === "approved" ? "approved" : "pending", expires_at: expiresAt };
}

/** The sentence for the agent in the answer of the propose tool. */
export const describeHeldStep = (writer: CatalogTool, url: string): string =>
  `A person has to approve this. Show the preview and give the user this address: ${url}. Then call ${writer.name} with the same arguments and this proposal_token: until the decision it answers approval_pending, afterwards what was done. You cannot approve it yourself.`;

const codesOfEnds = new Map([
  ["rejected", "approval_rejected"],
  ["expired", "approval_expired"],
  ["withdrawn", "approval_expired"],
  ["failed", "approval_not_executed"],
] as const satisfies [string, string][]) as ReadonlyMap<
  string,
  "approval_rejected" | "approval_expired" | "approval_not_executed"
>;

/**
 * The answer of the tool that writes, to a proposal that was held. The server carries an approved write out itself, so this call never writes.
 * @throws Refusal what the person has decided against, or why it was not carried out
 */
export function answerHeld(tool: CatalogTool, approval: WaitingApproval, held: HeldProposal) {
  if (held.status === "executed") return { json: toJsonBytes(held.answer), replayed: true };
  const ended = codesOfEnds.get(held.status);
  if (ended) throw new Refusal(ended, held.detail);
  const nextStep =
    held.status === "approved"
      ? `It is approved and being carried out. Call ${tool.name} again in ${held.askAgainSeconds} seconds for the answer.`
      : `Nothing was written yet. A person decides at ${approval.url}. Tell the user, and call ${tool.name} again with the same arguments and token, not sooner than in ${held.askAgainSeconds} seconds.`;
  const fields = { status: "approval_pending", approval, ask_again_seconds: held.askAgainSeconds, next_step: nextStep };
  return { json: toJsonBytes(JSON.stringify(fields)), replayed: false, waitsFor: approval };
}
