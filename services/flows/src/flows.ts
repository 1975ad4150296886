import { defineService } from "@tenant-ops/kit/process";
import { FlowsService } from "@tenant-ops/proto/flows";
import { campaignHttp } from "./campaigns.http.js";
import { campaignIndexes } from "./campaigns.store.js";
import { config } from "./config.js";
import { dailySecretIndexes } from "./daily-secret.js";
import { flowRpcs } from "./flows.rpc.js";
import { flowIndexes } from "./flows.store.js";
import { pageHttp } from "./page.http.js";
import { targetAsker } from "./redirects.js";
import { registrationIndexes } from "./registrations.store.js";
import { flowResources } from "./resources.js";
import { slugIndexes } from "./slugs.store.js";
import { targetHttp } from "./targets.http.js";
import { targetIndexes } from "./targets.store.js";
import { visitorIndexes } from "./visits.store.js";

/** The whole service on one page. */
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
  },
  shared: { slugs: slugIndexes, dailySecrets: dailySecretIndexes },
  calls: ({ ROULETTES_GRPC_URL: roulettes, LEARNING_GRPC_URL: learning }) => ({ roulettes, learning }),
  rpcs: (context) => flowRpcs(context.db, targetAsker(context), context.config),
  resources: () => flowResources,
  http: (app, context) => {
    const { db, config, logger } = context;
    pageHttp(app, { db, config, logger, askTarget: targetAsker(context) });
    targetHttp(app, db, config);
    campaignHttp(app, db, config);
  },
});
