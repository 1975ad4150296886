import { defineService } from "@tenant-ops/kit/process";
import { ApprovalsService } from "@tenant-ops/proto/approvals";
import requests from "@tenant-ops/rest/requests.json" with { type: "json" };
import { allowances } from "./allowances/allowances.noun.js";
import { approvals as approvalRecords } from "./approvals/approvals.noun.js";
import { config } from "./config.js";
import { type ApprovalsContext, createShared } from "./context.js";
import { migrations } from "./migrations/migrations.js";
import { startAnnouncements } from "./policies/announce-policy.js";
import { policies } from "./policies/policies.noun.js";

/** Writes of agents that people approve. docs/approvals.md describes how. */
export const approvals = defineService({
  name: "approvals",
  api: ApprovalsService,
  config,
  migrations,
  requests,
  calls: (config) => ({
    accounts: config.ACCOUNTS_GRPC_URL,
    console: config.CONSOLE_GRPC_URL,
    supply: config.SUPPLY_GRPC_URL,
    roulettes: config.ROULETTES_GRPC_URL,
    learning: config.LEARNING_GRPC_URL,
    flows: config.FLOWS_GRPC_URL,
  }),
  setup: createShared,
  nouns: [policies, allowances, approvalRecords],
  background: startTasks,
});

function startTasks(context: ApprovalsContext): () => Promise<void> {
  const stopAnnouncements = startAnnouncements(context);
  const stopExecution = context.execution.begin();
  return async () => void (await Promise.all([stopAnnouncements(), stopExecution()]));
}
