import { parseRetrySchedule } from "@tenant-ops/kit/egress";
import { createKeyring } from "@tenant-ops/kit/encryption";
import { defineService, type ServiceContext } from "@tenant-ops/kit/process";
import { FlowsService } from "@tenant-ops/proto/flows";
import requests from "@tenant-ops/rest/requests.json" with { type: "json" };
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import { bankProviders } from "./bank/bank-provider.noun.js";
import { campaigns } from "./campaigns/campaigns.noun.js";
import { startCampaignStatuses } from "./campaigns/campaigns.statuses.js";
import { config, type FlowsConfig } from "./config.js";
import { createShared } from "./context.js";
import { dailyCounts } from "./daily-counts.js";
import { documents } from "./documents/documents.noun.js";
import { flowPages } from "./flows/flows.noun.js";
import { migrations } from "./migrations/migrations.js";
import { pages } from "./page/page.noun.js";
import { signInProviders } from "./providers/providers.noun.js";
import { startRegistrationWorker } from "./registrations/registration-worker.js";
import { deriveVisitorIds } from "./registrations/registrations.erasure.js";
import { registrations } from "./registrations/registrations.noun.js";
import { resources } from "./resources.js";
import { targets } from "./targets/targets.noun.js";
import { testRuns } from "./test-runs/test-runs.noun.js";
import { storedSecrets } from "./visitor-secrets.js";
import { visits } from "./visits/visits.noun.js";
import { recordVisit } from "./visits/visits.verbs.js";

/** The flows service. A rpc of FlowsService that is in no noun does not compile. */
export const flows = defineService({
  name: "flows",
  api: FlowsService,
  config,
  migrations,
  requests,
  nouns: [
    flowPages,
    targets,
    documents,
    testRuns,
    campaigns,
    visits,
    registrations,
    bankProviders,
    signInProviders,
    pages,
    dailyCounts,
    resources,
  ],
  life: { deriveNames: deriveVisitorIds },
  calls: ({ ROULETTES_GRPC_URL: roulettes, LEARNING_GRPC_URL: learning }) => ({ roulettes, learning }),
  publicPages: ["registrations"],
  storedWithoutCaller: storedWithoutCaller.flows,
  secretKeys: (settings) => ({
    setting: "FLOW_SECRET_KEY",
    keyring: createKeyring(settings.FLOW_SECRET_KEY),
    stored: storedSecrets,
    allowUnreadable: settings.ALLOW_UNREADABLE_SECRETS,
  }),
  setup: (context: ServiceContext<FlowsConfig>) => {
    const shared = createShared(context);
    // Pages, callbacks and the worker share its queue.
    return { ...shared, recordVisit: recordVisit({ ...context, ...shared }) };
  },
  background: (context) => {
    const { db, logger, config, signIn } = context;
    const stopStatuses = startCampaignStatuses(db, logger);
    const stopWorker = startRegistrationWorker({
      ...context,
      retryScheduleMs: parseRetrySchedule(config.BANK_RETRY_SCHEDULE),
      leaseMs: 2 * config.BANK_ATTEMPT_MS,
    });
    return async () => {
      await Promise.all([stopStatuses(), stopWorker()]);
      await signIn.egress.close();
    };
  },
});
