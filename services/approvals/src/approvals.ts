import { defineService } from "@tenant-ops/kit/process";
import { ApprovalsService } from "@tenant-ops/proto/approvals";
import { personRoutes, routes } from "@tenant-ops/rest";
import { config } from "./config.js";
import { migrations } from "./migrations/migrations.js";
import { policies } from "./policies/policies.noun.js";

/** Which proposals of a business people must approve. */
export const approvals = defineService({
  name: "approvals",
  api: ApprovalsService,
  config,
  migrations,
  contract: [...routes, ...personRoutes],
  calls: (config) => ({
    accounts: config.ACCOUNTS_GRPC_URL,
    console: config.CONSOLE_GRPC_URL,
    supply: config.SUPPLY_GRPC_URL,
    roulettes: config.ROULETTES_GRPC_URL,
    learning: config.LEARNING_GRPC_URL,
    flows: config.FLOWS_GRPC_URL,
    webhooks: config.WEBHOOKS_GRPC_URL,
  }),
  nouns: [policies],
});
