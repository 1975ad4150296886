import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { approvalPolicy, approvalRule, approvalStatus, commonFields, needs, rulesMax } from "../approvals/records.js";
import { count, dateTime, lines } from "../fields.js";
import { businessPath, ofBusiness, passkeyAnswer } from "./records.js";

const path = `${businessPath}/approvals`;
const ofApproval = ofBusiness.extend({ approvalId: z.string().min(1).max(200) });
const revision = z
  .int()
  .min(1)
  .describe("Number of the preview. It grows when what the write replaces has changed, and people decide anew.");

const askedBy = z.strictObject({
  id: z.string().describe("Id of the key or of the connection."),
  kind: z.enum(["key", "connection"]),
  name: z.string().describe("Name of the key, or of the agent of the connection."),
  personId: z.string().nullable().describe("The member whose connection it is."),
  client: z.string().describe("What the agent calls itself; nobody has checked it. Empty: it did not say."),
});

const decision = z.strictObject({
  personId: z.string(),
  decision: z.enum(["approve", "reject"]),
  revision,
  withProof: z.boolean().describe("Confirmed with a passkey over exactly this preview."),
  at: dateTime,
});

const approval = z
  .strictObject({
    ...commonFields,
    area: z.string(),
    irreversible: z.boolean().describe("No tool can undo it."),
    revision,
    policyVersion: count.describe("Of the rules that are in force. Send it with the decision."),
    rule: z.string().describe("Name of the rule that asks for people."),
    needs,
    askedBy,
    arguments: z.looseObject({}).describe("What the agent sent."),
    checks: z.array(z.strictObject({ name: z.string(), ok: z.boolean(), detail: z.string() })),
    warnings: z.array(z.string()),
    earlierPreview: z.looseObject({}).nullable().describe("What was shown before; null unless it has changed."),
    measure: z
      .strictObject({ field: z.string(), value: z.number(), unit: z.string() })
      .nullable()
      .describe("The number that rules compare; null for a write without one."),
    decisions: z.array(decision).describe("Those about this revision, oldest first."),
    history: z
      .strictObject({ executed: count, rejected: count })
      .describe("What became of earlier requests of this key or connection in the last 30 days."),
    challenge: z
      .string()
      .describe("For the passkey: SHA-256 over id, revision, version of the rules and preview, as base64url."),
  })
  .meta({ id: "PersonApproval" });

export const listOwnApprovals = defineRoute({
  id: "listOwnApprovals",
  method: "GET",
  path,
  service: "approvals",
  caller: "person",
  access: { scope: "business:read" },
  summary: "List what agents want to do",
  params: ofBusiness,
  query: z.strictObject({ ...listQuery, status: approvalStatus.optional() }),
  replies: {
    200: {
      description: "The newest first",
      body: listReply(
        approval.pick({
          ...{ _id: true, tool: true, area: true, irreversible: true, status: true, revision: true, rule: true },
          ...{ needs: true, askedBy: true, measure: true, preview: true, decisions: true, policyVersion: true },
          ...{ createdAt: true, expiresAt: true, endedAt: true },
        }),
      ),
    },
  },
});

export const countOwnApprovals = defineRoute({
  id: "countOwnApprovals",
  method: "GET",
  path: `${businessPath}/approval-counts`,
  service: "approvals",
  caller: "person",
  access: { scope: "business:read" },
  summary: "Count what waits",
  params: ofBusiness,
  replies: {
    200: { description: "How many wait", body: z.strictObject({ pending: count.describe("At most 1,000.") }) },
  },
});

export const getOwnApproval = defineRoute({
  id: "getOwnApproval",
  method: "GET",
  path: `${path}/{approvalId}`,
  service: "approvals",
  caller: "person",
  access: { scope: "business:read" },
  summary: "Read what an agent wants to do",
  params: ofApproval,
  replies: { 200: { description: "The approval", body: approval } },
  errors: ["approval_not_found"],
});

export const decideApproval = defineRoute({
  id: "decideApproval",
  method: "POST",
  path: `${path}/{approvalId}/decision`,
  service: "approvals",
  caller: "person",
  access: { scope: "approvals:decide" },
  summary: "Decide what an agent wants to do",
  description:
    "Counts for the preview with this revision and the rules with this version only. After the last approval that is needed the server carries the write out.",
  params: ofApproval,
  body: z.strictObject({
    decision: z.enum(["approve", "reject"]),
    revision,
    policyVersion: count,
    reason: lines(1000).optional().describe("For the agent, when it is rejected."),
    suggestedArguments: z
      .record(z.string().max(100), z.json())
      .optional()
      .describe("What you would agree to, when it is rejected. The agent has to propose it anew."),
    proof: passkeyAnswer.optional().describe("Of `startAuthentication` with the challenge of the approval."),
  }),
  replies: { 200: { description: "The approval after the decision", body: approval } },
  errors: [
    "approval_not_found",
    "approval_decided",
    "approval_changed",
    "approval_needs_proof",
    "approval_needs_another_person",
    "passkey_rejected",
  ],
  idempotency: "accepted",
});

const policyPath = `${businessPath}/approval-policy`;

export const getApprovalPolicy = defineRoute({
  id: "getApprovalPolicy",
  method: "GET",
  path: policyPath,
  service: "approvals",
  caller: "person",
  access: { scope: "policies:read" },
  summary: "Read when people are asked",
  params: ofBusiness,
  replies: { 200: { description: "The rules", body: approvalPolicy } },
});

export const setApprovalPolicy = defineRoute({
  id: "setApprovalPolicy",
  method: "PUT",
  path: policyPath,
  service: "approvals",
  caller: "person",
  access: { scope: "policies:write", needsProof: true },
  summary: "Change when people are asked",
  description:
    "Replaces all rules. Previews that were made under the rules before have to be made again; what waits for people goes on waiting, and is decided by the new rules where they ask for more.",
  params: ofBusiness,
  body: z.strictObject({
    version: count.describe("The version that was read: the change is refused when there was another one since."),
    rules: z.array(approvalRule).max(rulesMax),
  }),
  replies: { 200: { description: "The rules as they are now", body: approvalPolicy } },
  errors: ["approval_policy_changed"],
  idempotency: "accepted",
});

export const tryApprovalPolicy = defineRoute({
  id: "tryApprovalPolicy",
  method: "POST",
  isPreview: true,
  path: `${policyPath}/preview`,
  service: "approvals",
  caller: "person",
  access: { scope: "policies:read" },
  summary: "See how often rules would have asked",
  description:
    "Counts the previews of the last seven days to which these rules would have applied; those of the last seconds are counted later. Nothing is changed.",
  params: ofBusiness,
  body: z.strictObject({ rules: z.array(approvalRule).max(rulesMax) }),
  replies: {
    200: {
      description: "Per rule, in their order",
      body: z.strictObject({
        rules: z.array(
          z.strictObject({
            previews: count.describe("How many previews of these tools and callers there were."),
            asked: count.describe(
              "How many of them the rule would have held, at most: of each number only the step is kept (1, 2, 5, 10, 20, 50 … 1,000,000), and of the step that contains `atLeast` all are counted.",
            ),
          }),
        ),
      }),
    },
  },
  errors: ["too_many_combinations"],
});
