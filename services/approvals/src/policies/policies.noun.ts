import type { Scope } from "@tenant-ops/kit/data";
import { defineNoun, type Reads } from "@tenant-ops/kit/process";
import { ApprovalsService } from "@tenant-ops/proto/approvals";
import * as routes from "@tenant-ops/rest/console";
import { readUsed } from "../allowances/allowances.store.js";
import type { ApprovalsContext } from "../context.js";
import { bindPersonRoute } from "../requests/bind-person-route.js";
import { countPreviews } from "./count-previews.js";
import { comparesNumber, listTools, noPolicy, requireRules } from "./policies.rules.js";
import { findPolicy, policyIndexes } from "./policies.store.js";
import { setPolicy } from "./policies.verbs.js";
import { countAsked } from "./trial.rules.js";

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
          areas: comparesNumber(rule) ? [] : rule.areas,
          irreversible: rule.irreversible && !comparesNumber(rule),
        })),
      };
    },
  }),

  http(app, { setPolicy }, { scope, clients }) {
    bindPersonRoute(app, routes.getApprovalPolicy, async ({ call }) => describe(scope(call)));
    bindPersonRoute(app, routes.setApprovalPolicy, async ({ call, body }) => {
      await setPolicy(call, body);
      return describe(scope(call));
    });
    bindPersonRoute(app, routes.tryApprovalPolicy, async ({ call, body: { rules } }) => {
      requireRules(rules);
      return { rules: countAsked(rules, await countPreviews(clients, call)) };
    });
  },
});

async function describe(scope: Scope) {
  const policy = await findPolicy(scope);
  const { version, rules } = policy ?? noPolicy;
  const getUsed = await readUsed(scope, rules);
  const usedToday = rules
    .filter(({ dailyAllowance }) => dailyAllowance !== null)
    .map((rule) => ({ rule: rule.name, used: getUsed(rule) }));
  const { updatedAt, updatedBy } = policy ?? {};
  return { version, rules, usedToday, updatedAt: updatedAt?.toISOString() ?? null, updatedBy: updatedBy ?? null };
}
