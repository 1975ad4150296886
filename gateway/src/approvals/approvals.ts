import { type DescMessage, type MessageShape, toJson } from "@bufbuild/protobuf";
import { type Call, createSystemCall } from "@tenant-ops/kit/call";
import { singleFlight } from "@tenant-ops/kit/concurrency";
import { toRefusal, unavailable } from "@tenant-ops/kit/errors";
import type { RouteFacts } from "@tenant-ops/kit/http";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { CatalogTool } from "@tenant-ops/proto";
import {
  ApprovalsService,
  type HeldProposal,
  type HoldProposalResponse,
  type RuleScope,
} from "@tenant-ops/proto/approvals";
import { createCache } from "@tenant-ops/kit/caches";
import type { Tenant } from "../tenant/tenant.js";

const businessesMax = 10_000;
const policyTimeoutMs = 5000;

type Asking = Pick<Tenant, "businessId" | "keyId" | "approvalPolicy">;

/** What a propose tool has answered, and what is needed to carry it out later. */
export interface Preview {
  writer: CatalogTool;
  message: MessageShape<DescMessage>;
  /** The answer, as JSON. */
  answer: string;
  material: string | undefined;
  /** What the client calls itself. */
  client: string;
}

/** What the service says about a preview. */
export type Held = Pick<HoldProposalResponse, "usesAllowance" | "proposal">;

interface AllowanceUse {
  tool: CatalogTool;
  /** The number of the preview. */
  measured: number;
  /** Of the proposal. */
  id: string;
}

/**
 * Asks the service approvals whether people have to decide about a write. Each function throws Refusal service_unavailable or deadline_exceeded when
 * it does not answer: then nothing is written, because a rule may forbid it. A business without rules never causes a call.
 */
export type Approvals = ReturnType<typeof createApprovals>;

export function createApprovals(clients: RpcClients) {
  const { method } = ApprovalsService;
  // The version is part of the key, and rules with a version never change.
  const policies = createCache<readonly RuleScope[]>({ max: businessesMax });

  const load = singleFlight(async (_cacheKey: string, businessId: string) => {
    const call = createSystemCall(businessId, "get approval policy", {
      scopes: ["approvals:read"],
      deadline: Date.now() + policyTimeoutMs,
    });
    const { message } = await clients.unary(method.getPolicy, {}, call).catch(rejectAsUnwritten);
    policies.set(`${businessId} ${message.version}`, message.rules);
    return message.rules;
  });

  async function findRules({ businessId, approvalPolicy, keyId }: Asking): Promise<readonly RuleScope[]> {
    if (approvalPolicy === 0) return [];
    const cacheKey = `${businessId} ${approvalPolicy}`;
    const rules = policies.get(cacheKey) ?? (await load(cacheKey, businessId));
    return rules.filter(({ callers }) => callers.length === 0 || callers.includes(keyId));
  }

  /** Whether a rule may concern this tool, when this caller calls it. */
  const concerns = async (tenant: Asking, { name }: CatalogTool): Promise<boolean> =>
    (await findRules(tenant)).some(({ tools }) => tools.includes(name));

  return {
    concerns,

    /** Whether a rule may concern what this route writes. REST has no previews, so such a request is refused. */
    async concernsRoute(tenant: Asking, { service, method: verb, tools: ofRoute = [] }: RouteFacts): Promise<boolean> {
      return (await findRules(tenant)).some(
        ({ tools, areas, irreversible }) =>
          areas.includes(service) ||
          (irreversible && verb === "DELETE") ||
          ofRoute.some((name) => tools.includes(name)),
      );
    },

    /** Holds a preview until people have decided, when a rule asks for them. */
    async hold(tenant: Asking, preview: Preview, call: Call): Promise<Held> {
      if (!(await concerns(tenant, preview.writer))) return { usesAllowance: false };
      const { writer, message, answer, material = "", client } = preview;
      const json = JSON.stringify(toJson(writer.method.input, message));
      const request = { tool: writer.name, arguments: json, answer, material, client };
      // The same preview again gets the approval that waits, so the call may be repeated.
      const repeatable = { ...withOwnScope(call), idempotencyKey: `hold:${call.requestId}` };
      return (await clients.unary(method.holdProposal, request, repeatable).catch(rejectAsUnwritten)).message;
    },

    /**
     * Uses the daily allowance that has let a preview through, once for each proposal.
     * @throws Refusal proposal_invalid when it was used up since
     */
    async useAllowance({ tool, measured, id }: AllowanceUse, call: Call): Promise<void> {
      const request = { tool: tool.name, measured };
      const once = { ...withOwnScope(call), idempotencyKey: `allowance:${id}` };
      await clients.unary(method.useAllowance, request, once).catch(rejectAsUnwritten);
    },

    /** What has become of a proposal that was held. */
    async find(proposalId: string, call: Call): Promise<HeldProposal | undefined> {
      const asked = clients.unary(method.getHeldProposal, { proposalId }, withOwnScope(call));
      return (await asked.catch(rejectAsUnwritten)).message.proposal;
    },
  };
}

/** What is asked here changes nothing that the agent wants to change. */
function rejectAsUnwritten(error: unknown): never {
  const { retryable, status } = toRefusal(error);
  // Not `rate_limited`: too much waits, and its sentence says what to do.
  if (retryable && status >= 500)
    throw unavailable("Whether people have to approve this could not be asked right now. Nothing was written.");
  throw error;
}

/** The gateway asks for every caller, whatever its scopes are. */
const withOwnScope = (call: Call): Call => ({ ...call, scopes: ["approvals:read", "approvals:write"] });
