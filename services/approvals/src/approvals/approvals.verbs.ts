import { randomBytes } from "node:crypto";
import type { JsonObject } from "@bufbuild/protobuf";
import { requireRoleScope } from "@tenant-ops/kit/call";
import { isDuplicateKeyError, newId } from "@tenant-ops/kit/data";
import { quote, rateLimited, Refusal } from "@tenant-ops/kit/errors";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { ApprovalDecidedSchema } from "@tenant-ops/proto/approvals";
import type { ApprovalsContext } from "../context.js";
import { findRule, findWriter, noPolicy } from "../policies/policies.rules.js";
import { findPolicy } from "../policies/policies.store.js";
import {
  type Approval,
  type AskedBy,
  computeChallenge,
  computeDigest,
  computeExpiry,
  type DecisionRequest,
  listTexts,
  openMax,
  planDecision,
  readMeasure,
  requirePending,
  type Shown,
} from "./approvals.rules.js";
import { changeApproval, countOpen, findApproval, findOpenByDigest, insertApproval } from "./approvals.store.js";
import { findAsking, verifyProof } from "./ask-services.js";
import { publishRequested } from "./publish-requested.js";

const proposalIdBytes = 12;
const retryAfterSeconds = 60;

export interface HoldRequest extends Shown {
  tool: string;
  arguments: JsonObject;
  material: string;
  client: string;
}

/** Holds a preview until people have decided, if a rule says so. @returns null when none does */
export const holdProposal = defineVerb(({ clients }: ApprovalsContext) => ({
  loadBefore: async (scope, { tool: name, preview, arguments: given }: HoldRequest) => {
    const tool = findWriter(name);
    if (!tool) throw new Error(`${name} is no tool that writes`);
    const measured = readMeasure(tool, preview, given);
    const { version, rules } = (await findPolicy(scope)) ?? noPolicy;
    const { keyId } = scope.call;
    const rule = findRule(rules, { tool: name, callerId: keyId, measured });
    return { measured, version, rule, asking: rule && (await findAsking(clients, scope.businessId, keyId)) };
  },
  load: async (scope, { tool, arguments: given }, before) => {
    if (!before.rule) return { ...before, waiting: null, open: 0 };
    const waiting = await findOpenByDigest(scope, computeDigest(scope.call.keyId, tool, given));
    return { ...before, waiting, open: waiting ? 0 : await countOpen(scope, openMax) };
  },
  plan: (request, { rule, waiting, open, measured, asking }, call) => {
    if (waiting) return { waiting };
    if (!rule || !asking) return {};
    if (open >= openMax)
      throw rateLimited(`${openMax} writes wait for people already. Ask them to decide first.`, retryAfterSeconds);
    const { scopes: _, ...who } = asking;
    const { client, ...asked } = request;
    return {
      rule,
      asked,
      measured,
      askedBy: { ...who, client },
      digest: computeDigest(call.keyId, request.tool, request.arguments),
    };
  },
  write: async (scope, { waiting, rule, asked, askedBy, measured = null, digest = "" }): Promise<Approval | null> => {
    if (waiting) return waiting;
    if (!rule || !asked || !askedBy) return null;
    const { country, currency, timeZone, requestId } = scope.call;
    const approval: Approval = {
      _id: newId("apr"),
      proposalId: randomBytes(proposalIdBytes).toString("base64url"),
      ...asked,
      ...{ askedBy: askedBy satisfies AskedBy, digest, measured, requestId },
      place: { country, currency, timeZone },
      names: listTexts(asked.arguments, asked.preview),
      ...{ earlierPreview: null, rule: rule.name, needs: rule.needs },
      ...{ status: "pending", isOpen: true, revision: 1, decisions: [], reason: null, suggestedArguments: null },
      ...{ createdAt: scope.now, expiresAt: computeExpiry(rule, scope.now) },
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
export const decideApproval = defineVerb(({ clients, execution }: ApprovalsContext) => ({
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
    // A person approves nothing that they could not do themselves.
    requireRoleScope(scopes, `${findWriter(approval.tool)?.area}:write`);
    return { approval, change: planDecision(request, { ...facts, personId }) };
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
    if (done?.result.status === "approved") execution.start(call.businessId, request.approvalId);
  },
}));

/** @throws Refusal approval_not_found */
export function requireApproval(found: Approval | null, id: string): Approval {
  if (found) return found;
  throw new Refusal("approval_not_found", `There is no approval ${quote(id)}.`);
}
