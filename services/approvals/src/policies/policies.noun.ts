import { defineNoun, type Reads } from "@tenant-ops/kit/process";
import { ApprovalsService } from "@tenant-ops/proto/approvals";
import * as routes from "@tenant-ops/rest/console";
import type { ApprovalsContext } from "../context.js";
import { bindPersonRoute } from "../requests/bind-person-route.js";
import { listTools, noPolicy, type Policy } from "./policies.rules.js";
import { findPolicy, policyIndexes } from "./policies.store.js";
import { setPolicy } from "./policies.verbs.js";

/** The rules by which people of a business approve what agents want to write. */
export const policies = defineNoun({
  api: ApprovalsService,
  collections: {
    policies: {
      indexes: policyIndexes,
      isShared: true,
      retention: { kept: "until_deleted" },
      personal: "Rules of the business, and ids of members who have changed them.",
    },
  },
  verbs: { setPolicy },

  rpcs: (_verbs, { scope }: ApprovalsContext & Reads) => ({
    async getPolicy(_request, call) {
      const { version, rules } = (await findPolicy(scope(call))) ?? noPolicy;
      return {
        version,
        rules: rules.map((rule) => ({
          tools: listTools(rule).map(({ name }) => name),
          callers: rule.callers,
          areas: rule.atLeast === null ? rule.areas : [],
          irreversible: rule.irreversible && rule.atLeast === null,
        })),
      };
    },
  }),

  http(app, { setPolicy }, { scope }) {
    bindPersonRoute(app, routes.getApprovalPolicy, async ({ call }) => toReply(await findPolicy(scope(call))));
    bindPersonRoute(app, routes.setApprovalPolicy, async ({ call, body }) => toReply(await setPolicy(call, body)));
  },
});

function toReply(policy: Policy | null) {
  const { version, rules } = policy ?? noPolicy;
  return { version, rules, updatedAt: policy?.updatedAt.toISOString() ?? null, updatedBy: policy?.updatedBy ?? null };
}
