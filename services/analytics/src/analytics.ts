import { defineService } from "@tenant-ops/kit/process";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { AnalyticsService } from "@tenant-ops/proto/analytics";
import requests from "@tenant-ops/rest/requests.json" with { type: "json" };
import { chart } from "./chart/chart.noun.js";
import { config } from "./config.js";
import { migrations } from "./migrations/migrations.js";
import { createQueries } from "./queries/queries.js";
import { questions } from "./queries/queries.noun.js";

/**
 * Answers questions over time from the counters of all areas (docs/analytics.md). It stores nothing: its database has only the collections of the kit,
 * which say which businesses are closed.
 */
export const analytics = defineService({
  name: "analytics",
  api: AnalyticsService,
  config,
  migrations,
  calls: (config) => ({
    supply: config.SUPPLY_GRPC_URL,
    roulettes: config.ROULETTES_GRPC_URL,
    learning: config.LEARNING_GRPC_URL,
    flows: config.FLOWS_GRPC_URL,
    webhooks: config.WEBHOOKS_GRPC_URL,
    accounts: config.ACCOUNTS_GRPC_URL,
  }),
  setup: ({ clients }: { clients: RpcClients }) => ({ queries: createQueries(clients) }),
  requests,
  nouns: [questions, chart],
});
