import { defineService } from "@tenant-ops/kit/process";
import { FlowsService } from "@tenant-ops/proto/flows";
import { campaignHttp } from "./campaigns.http.js";
import { campaignTotalsIndexes } from "./campaign-totals.store.js";
import { campaignIndexes, campaignSummaryIndexes } from "./campaigns.store.js";
import { startCampaignTakeover } from "./campaigns.takeover.js";
import { config } from "./config.js";
import { dailySecretIndexes } from "./daily-secrets.js";
import { flowCreationRpcs } from "./flow-creation.rpc.js";
import { flowUpdateRpcs } from "./flow-update.rpc.js";
import { flowRpcs } from "./flows.rpc.js";
import { flowIndexes } from "./flows.store.js";
import { pageHttp } from "./page.http.js";
import { createFlowsQuotas } from "./quotas.js";
import { registrationIndexes } from "./registrations.store.js";
import { flowResources } from "./resources.js";
import { slugIndexes, slugsOfFlows } from "./slugs.store.js";
import { createTargetLookup } from "./target-lookup.js";
import { targetHttp } from "./targets.http.js";
import { targetIndexes } from "./targets.store.js";
import { visitorIndexes } from "./visits.store.js";

/** The flows service: its collections, rpcs, resources, pages and REST routes. */
export const flows = defineService({
  name: "flows",
  api: FlowsService,
  config,
  indexes: {
    flows: flowIndexes,
    targets: targetIndexes,
    visitors: visitorIndexes,
    registrations: registrationIndexes,
    campaigns: campaignIndexes,
    campaignSummaries: campaignSummaryIndexes,
    campaignTotals: campaignTotalsIndexes,
  },
  shared: { slugs: slugIndexes, dailySecrets: dailySecretIndexes },
  sharedRecords: [slugsOfFlows],
  calls: ({ ROULETTES_GRPC_URL: roulettes, LEARNING_GRPC_URL: learning }) => ({ roulettes, learning }),
  setup: ({ config }) => ({ quotas: createFlowsQuotas(config) }),
  rpcs: (context) => {
    const lookUpTarget = createTargetLookup(context);
    const { db, config, quotas } = context;
    return {
      ...flowRpcs(db, lookUpTarget, config),
      ...flowCreationRpcs(db, lookUpTarget, config, quotas.flows),
      ...flowUpdateRpcs(db, lookUpTarget, config),
    };
  },
  resources: () => flowResources,
  http: (app, context) => {
    const { db, config, logger, quotas } = context;
    pageHttp(app, db, { config, logger, lookUpTarget: createTargetLookup(context) });
    targetHttp(app, db, config, quotas.targets);
    campaignHttp(app, db, config, quotas.campaigns);
  },
  background: ({ db, logger }) => startCampaignTakeover(db, logger),
});
