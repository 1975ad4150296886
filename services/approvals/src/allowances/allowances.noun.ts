import { defineNoun } from "@tenant-ops/kit/process";
import { ApprovalsService } from "@tenant-ops/proto/approvals";
import { allowanceIndexes, keptDays } from "./allowances.store.js";
import { useAllowance } from "./use-allowance.js";

/** What agents may write in a day before a rule asks for people. */
export const allowances = defineNoun({
  api: ApprovalsService,
  collections: {
    allowances: {
      indexes: allowanceIndexes,
      retention: { kept: "days_after", field: "startedAt", days: keptDays },
      personal: "Numbers, by the names of rules.",
    },
  },
  verbs: { useAllowance },
  rpcs: ({ useAllowance }) => ({ useAllowance: (request, call) => useAllowance(call, request) }),
});
