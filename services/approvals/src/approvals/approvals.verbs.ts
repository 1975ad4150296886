import { randomBytes } from "node:crypto";
import { requireRoleScope } from "@tenant-ops/kit/call";
import { isDuplicateKeyError, newId } from "@tenant-ops/kit/data";
import { quote, rateLimited, Refusal } from "@tenant-ops/kit/errors";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { ApprovalDecidedSchema } from "@tenant-ops/proto/approvals";
import type { ApprovalsContext } from "../context.js";
import { noPolicy, type Rule } from "../policies/policies.rules.js";
import { findPolicy } from "../policies/policies.store.js";
import {
  type Approval,
  computeChallenge,
  computeDigest,
  computeExpiry,
  type DecisionRequest,
  getNeeds,
  getScopeOf,
  listTexts,
  openMax,
  planDecision,
  requirePending,
  type Shown,
} from "./approvals.rules.js";
import { changeApproval, countOpen, findApproval, findOpenByDigest, insertApproval } from "./approvals.store.js";
import { findAsking, verifyProof } from "./ask-services.js";
import { publishRequested } from "./publish-requested.js";

const proposalIdBytes = 12;
const retryAfterSeconds = 60;

/** A preview that a rule holds. */
export interface HoldRequest extends Shown, Pick<Approval, "tool" | "arguments" | "material" | "measured"> {
  rule: Rule;
  client: string;
}

/** Holds a preview until people have decided. */
export const holdProposal = defineVerb(({ clients }: ApprovalsContext) => ({
  loadBefore: (scope, _request: HoldRequest) => findAsking(clients, scope.businessId, scope.call.keyId),
  load: async (scope, { tool, arguments: given }, asking) => {
    const digest = computeDigest(scope.call.keyId, tool, given);
    const waiting = await findOpenByDigest(scope, digest);
    return { asking, digest, waiting, open: waiting ? 0 : await countOpen(scope, openMax) };
  },
  plan: ({ client }, { asking, digest, waiting, open }) => {
    if (open >= openMax)
      throw rateLimited(`${openMax} writes wait for people already. Ask them to decide first.`, retryAfterSeconds);
    const { scopes: _, ...who } = asking;
    return { waiting, digest, askedBy: { ...who, client } };
  },
  write: async (scope, { waiting, digest, askedBy }, request): Promise<Approval> => {
    if (waiting) return waiting;
    const { rule, client: _, ...asked } = request;
    const { country, currency, timeZone, requestId } = scope.call;
    const approval: Approval = {
      _id: newId("apr"),
      proposalId: randomBytes(proposalIdBytes).toString("base64url"),
      ...asked,
      ...{ askedBy, digest, requestId },
      place: { country, currency, timeZone },
      names: listTexts(asked.arguments, asked.preview),
      ...{ earlierPreview: null, rule: rule.name, needs: rule.needs },
      ...{ status: "pending", isOpen: true, revision: 1, decisions: [], reason: null, suggestedArguments: null },
      ...{ createdAt: scope.now, requestedAt: scope.now, expiresAt: computeExpiry(rule, scope.now) },
      ...{ approvedAt: null, endedAt: null, nextAttemptAt: null, attempts: 0, answer: null, refusal: null },
    };
    await insertApproval(scope, approval);
    await publishRequested(scope, approval);
    return approval;
  },
  // Another call stages the same change at this moment: the next run finds what it has stored.
  repeat: { after: isDuplicateKeyError, max: 2 },
}));

export interface Decide extends DecisionRequest {
  approvalId: string;
  /** The answer of a passkey, as JSON. */
  proof?: string | undefined;
}

/** A person decides. After the last approval that is needed, the write is carried out at once. */
export const decideApproval = defineVerb(({ clients, execution, decisionSeconds }: ApprovalsContext) => ({
  loadBefore: async (scope, { approvalId, revision, policyVersion, proof: answer }: Decide) => {
    if (answer === undefined) return undefined;
    const approval = requireApproval(await findApproval(scope, approvalId), approvalId);
    const proof = { challenge: computeChallenge({ ...approval, revision }, policyVersion), answer };
    if (await verifyProof(clients, scope.call, proof)) return proof;
    throw new Refusal("passkey_rejected", "The passkey did not confirm what is shown now. Nothing was decided.");
  },
  load: async (scope, { approvalId }, proof) => ({
    approval: requireApproval(await findApproval(scope, approvalId), approvalId),
    policy: (await findPolicy(scope)) ?? noPolicy,
    now: scope.now,
    proof,
  }),
  plan: (request, facts, { keyId: personId, scopes }) => {
    const { approval, now } = facts;
    requirePending(approval, now);
    requireRoleScope(scopes, getScopeOf(approval.tool));
    const needs = getNeeds(approval, facts.policy.rules);
    const waitedMs = now.getTime() - approval.requestedAt.getTime();
    return { approval, change: planDecision(request, { ...facts, personId }), needs, waitedMs };
  },
  write: async (scope, { approval, change }, { decision }) => {
    if (!(await changeApproval(scope, approval, change)))
      throw new Refusal("approval_changed", "Somebody has decided at the same moment. Read it again.");
    const { _id: approvalId, tool } = approval;
    const isFinal = change.status !== "pending";
    await scope.publish(ApprovalDecidedSchema, { approvalId, tool, decision, decidedBy: scope.call.keyId, isFinal });
    return { _id: approvalId, status: change.status };
  },
  afterCommit: ({ call, request, done }) => {
    if (!done) return;
    const { result, plan } = done;
    if (result.status === "approved") execution.start(call.businessId, request.approvalId);
    const { needs, waitedMs } = plan;
    if (result.status !== "pending")
      decisionSeconds.observe({ needs, decision: request.decision }, Math.max(0, waitedMs) / 1000);
  },
}));

/** @throws Refusal approval_not_found */
export function requireApproval(found: Approval | null, id: string): Approval {
  if (found) return found;
  throw new Refusal("approval_not_found", `There is no approval ${quote(id)}.`);
}
