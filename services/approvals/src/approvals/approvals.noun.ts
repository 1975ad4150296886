import type { JsonObject } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun, type Reads } from "@tenant-ops/kit/process";
import {
  ApprovalDecidedSchema,
  ApprovalExecutedSchema,
  ApprovalExpiredSchema,
  ApprovalRequestedSchema,
  ApprovalsService,
} from "@tenant-ops/proto/approvals";
import { getApproval, listApprovals as listAsked } from "@tenant-ops/rest/approvals";
import * as routes from "@tenant-ops/rest/console";
import { readUsed } from "../allowances/allowances.store.js";
import type { ApprovalsContext } from "../context.js";
import {
  findRule,
  findWriter,
  listAllowances,
  noPolicy,
  type Policy,
  requireWriter,
} from "../policies/policies.rules.js";
import { findPolicy } from "../policies/policies.store.js";
import { bindPersonRoute } from "../requests/bind-person-route.js";
import {
  type Approval,
  computeChallenge,
  describeEnd,
  getAskAgainSeconds,
  getNeeds,
  getStatus,
  keptDays,
  listDecisions,
  readMeasure,
  selectWaiting,
  toShown,
} from "./approvals.rules.js";
import {
  approvalIndexes,
  countHistory,
  countPending,
  findApproval,
  findByProposal,
  listApprovals,
  listPending,
} from "./approvals.store.js";
import { eraseContent } from "./erase-content.js";
import { decideApproval, holdProposal, requireApproval } from "./approvals.verbs.js";

const countMax = 1000;

/** Writes that wait for people. */
export const approvals = defineNoun({
  api: ApprovalsService,
  collections: {
    approvals: {
      indexes: approvalIndexes,
      isShared: true,
      retention: { kept: "days_after", field: "endedAt", days: keptDays },
      personal: {
        roles: [{ identifiedBy: { "names.*": ["email", "phone", "visitorId"], "arguments.workerId": ["userId"] } }],
        onErase: eraseContent,
      },
    },
  },
  events: [ApprovalRequestedSchema, ApprovalDecidedSchema, ApprovalExecutedSchema, ApprovalExpiredSchema],
  verbs: { holdProposal, decideApproval },

  rpcs: ({ holdProposal }, { scope }: ApprovalsContext & Reads) => ({
    async holdProposal({ tool: name, arguments: givenText, answer, material, client }, call) {
      const [given, shown] = [JSON.parse(givenText) as JsonObject, toShown(JSON.parse(answer) as JsonObject)];
      const measured = readMeasure(requireWriter(name), shown.preview, given);
      const { rules } = (await findPolicy(scope(call))) ?? noPolicy;
      const asked = { tool: name, callerId: call.keyId, measured };
      const rule = findRule(rules, asked, await readUsed(scope(call), rules));
      if (!rule) return { usesAllowance: listAllowances(rules, asked).length > 0 };
      const request = { tool: name, arguments: given, ...shown, material, client, measured, rule };
      // Only this is stored under the key of the call: the approval names persons.
      return { proposal: await holdProposal.keeping(call, request, (held) => toHeldProposal(held, new Date())) };
    },
    async getHeldProposal({ proposalId }, call) {
      const found = await findByProposal(scope(call), proposalId);
      return found?.askedBy.id === call.keyId ? { proposal: toHeldProposal(found, new Date()) } : {};
    },
    async findWaiting(_request, call) {
      const { keyId: personId, scopes } = call;
      const waiting = selectWaiting(await listPending(scope(call), countMax), { personId, scopes });
      const [newest] = waiting;
      if (!newest) return {};
      const { _id: approvalId, tool, askedBy, requestedAt } = newest;
      const shown = { approvalId, tool, askedBy: askedBy.name, requestedAt: requestedAt.toISOString() };
      return { waiting: waiting.length, newest: shown };
    },
  }),

  http(app, { decideApproval }, { scope, db, config }) {
    const toAsked = (call: Call, approval: Approval) => ({
      ...toCommon(approval),
      url: `${config.APP_URL}/b/${call.businessId}/approvals/${approval._id}`,
    });
    bindRoute(app, listAsked, async ({ call, query: { status, ...page } }) =>
      toRestList(await listApprovals(db, call.businessId, { status, callerId: call.keyId }, page), (approval) =>
        toAsked(call, approval),
      ),
    );
    bindRoute(app, getApproval, async ({ call, params: { id } }) => {
      const found = await findApproval(scope(call), id);
      return toAsked(call, requireApproval(found?.askedBy.id === call.keyId ? found : null, id));
    });

    const readPolicy = async (call: Call) => (await findPolicy(scope(call))) ?? noPolicy;
    const describe = async (call: Call, id: string) => {
      const approval = requireApproval(await findApproval(scope(call), id), id);
      const history = await countHistory(scope(call), approval.askedBy.id, countMax);
      return { ...toPersonReply(approval, await readPolicy(call)), history };
    };
    bindPersonRoute(app, routes.listOwnApprovals, async ({ call, query: { status, ...page } }) => {
      const policy = await readPolicy(call);
      return toRestList(await listApprovals(db, call.businessId, { status }, page), (row) => toRow(row, policy));
    });
    bindPersonRoute(app, routes.countOwnApprovals, async ({ call }) => ({
      pending: await countPending(scope(call), countMax),
    }));
    bindPersonRoute(app, routes.getOwnApproval, ({ call, params: { approvalId } }) => describe(call, approvalId));
    bindPersonRoute(app, routes.decideApproval, async ({ call, params: { approvalId }, body }) => {
      const { proof, suggestedArguments, ...decision } = body;
      await decideApproval(call, {
        ...{ ...decision, approvalId },
        ...(proof && { proof: JSON.stringify(proof) }),
        ...(suggestedArguments && { suggestedArguments }),
      });
      return describe(call, approvalId);
    });
  },
});

function toHeldProposal(approval: Approval, now: Date) {
  const status = getStatus(approval, now);
  return {
    ...{ approvalId: approval._id, proposalId: approval.proposalId, status },
    expiresAt: approval.expiresAt.toISOString(),
    askAgainSeconds: getAskAgainSeconds({ ...approval, status }, now),
    answer: status === "executed" ? JSON.stringify(approval.answer ?? {}) : "",
    detail: describeEnd(approval, status),
  };
}

/** What agents and people see. */
function toCommon(approval: Approval) {
  const { _id, tool, preview, answer, refusal, reason, suggestedArguments, createdAt, expiresAt, endedAt } = approval;
  const status = getStatus(approval, new Date());
  return {
    ...{ _id, tool, status, preview, answer, refusal, reason, suggestedArguments },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: (status === "expired" ? (endedAt ?? expiresAt) : endedAt)?.toISOString() ?? null,
  };
}

type PolicyOfNow = Pick<Policy, "version" | "rules">;

function toRow(approval: Approval, policy: PolicyOfNow) {
  const { _id, tool, status, preview, createdAt, expiresAt, endedAt } = toCommon(approval);
  const { area = "", irreversible = false, measure } = findWriter(tool) ?? {};
  const { revision, rule, askedBy, measured } = approval;
  return {
    ...{ _id, tool, area, irreversible, status, revision, rule, askedBy, preview, createdAt, expiresAt, endedAt },
    policyVersion: policy.version,
    needs: getNeeds(approval, policy.rules),
    measure: measure && measured !== null ? { field: measure.field, value: measured, unit: measure.unit } : null,
    decisions: listDecisions(approval).map(({ at, proof, personId, decision, revision: about }) => ({
      ...{ personId, decision, revision: about, withProof: proof !== undefined },
      at: at.toISOString(),
    })),
  };
}

function toPersonReply(approval: Approval, policy: PolicyOfNow) {
  const { arguments: given, checks, warnings, earlierPreview } = approval;
  const challenge = computeChallenge(approval, policy.version);
  return {
    ...toCommon(approval),
    ...toRow(approval, policy),
    arguments: given,
    checks,
    warnings,
    earlierPreview,
    challenge,
  };
}
