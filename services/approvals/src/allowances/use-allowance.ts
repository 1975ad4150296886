import { isDuplicateKeyError } from "@tenant-ops/kit/data";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { findRule, listAllowances, noPolicy, requireWriter } from "../policies/policies.rules.js";
import { findPolicy } from "../policies/policies.store.js";
import { addUsed, readUsed } from "./allowances.store.js";

interface AllowanceRequest {
  /** The tool that writes. */
  tool: string;
  /** The number of its preview. */
  measured: number;
}

/** Uses the daily allowances that have let a preview through. Others may have used them up since: then the write needs people. */
export const useAllowance = defineVerb(() => ({
  load: async (scope, _request: AllowanceRequest) => {
    const { rules } = (await findPolicy(scope)) ?? noPolicy;
    return { rules, getUsed: await readUsed(scope, rules) };
  },
  plan: ({ tool, measured }, { rules, getUsed }, { keyId: callerId }) => {
    const asked = { tool, callerId, measured };
    const rule = findRule(rules, asked, getUsed);
    if (rule)
      throw new Refusal(
        "proposal_invalid",
        `Since this preview other writes have used up what the rule ${quote(rule.name)} allows in a day. Nothing was written. Call ${requireWriter(tool).preview} again: then a person is asked.`,
      );
    const amount = Math.abs(measured);
    return listAllowances(rules, asked).map((one) => ({ rule: one.name, used: getUsed(one), amount }));
  },
  write: async (scope, uses) => {
    for (const { rule, used, amount } of uses) if (amount > 0) await addUsed(scope, rule, used, amount);
    return {};
  },
  // The first two writes of a day at once.
  repeat: { after: isDuplicateKeyError, max: 2 },
}));
