import { defineNoun } from "@tenant-ops/kit/process";
import { ApprovalsService } from "@tenant-ops/proto/approvals";
import type { ApprovalsContext } from "../context.js";
import { findPolicy, policyIndexes } from "./policies.store.js";

/** The rules by which a business lets people approve proposals. */
export const policies = defineNoun({
  api: ApprovalsService,
  collections: {
    policies: {
      indexes: policyIndexes,
      retention: { kept: "until_deleted" },
      personal: "Settings of the business.",
    },
  },
  rpcs: (_verbs, { db }: ApprovalsContext) => ({
    getPolicy: async (_request, call) => ({ version: (await findPolicy(db.scope(call)))?.version ?? 0 }),
  }),
});
