import { AsyncSignal } from "@tenant-ops/kit/concurrency";
import { fileChunkCollection, fileChunkIndexes } from "@tenant-ops/kit/data";
import { parseRetrySchedule } from "@tenant-ops/kit/egress";
import { createKeyring } from "@tenant-ops/kit/encryption";
import { defineService, type ServiceContext } from "@tenant-ops/kit/process";
import { FlowsService } from "@tenant-ops/proto/flows";
import { routes } from "@tenant-ops/rest";
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import { bankCallbackHttp } from "./bank/bank-callbacks.http.js";
import { createBankClient } from "./bank/bank-client.js";
import { bankProviderHttp } from "./bank/bank-provider.http.js";
import { bankProviderIndexes } from "./bank/bank-provider.store.js";
import { campaignHttp } from "./campaigns/campaigns.http.js";
import { campaignTotalsIndexes } from "./campaigns/campaign-totals.store.js";
import { campaignIndexes, campaignSummaryIndexes } from "./campaigns/campaigns.store.js";
import { startCampaignStatuses } from "./campaigns/campaigns.statuses.js";
import { flowAudits } from "./audits.js";
import { config, type FlowsConfig } from "./config.js";
import { analytics, countSources, dailyCountHttp } from "./daily-counts.js";
import { dataLife } from "./data-life.js";
import { dailySecretIndexes } from "./visits/daily-secrets.js";
import { documentHttp } from "./documents/documents.http.js";
import { documentIndexes } from "./documents/documents.store.js";
import type { FlowCreation } from "./flows/flow-creation.changes.js";
import { flowHttp } from "./flows/flows.http.js";
import { flowCreationRpcs, flowRpcs, flowUpdateRpcs } from "./flows/flows.rpc.js";
import { flowIndexes } from "./flows/flows.store.js";
import { createLimitMetrics } from "./limits/limit-metrics.js";
import { usageIndexes } from "./limits/visitor-limits.js";
import { migrations } from "./migrations/migrations.js";
import { pageHttp } from "./page/page.http.js";
import { createFlowsQuotas, type FlowsQuotas } from "./quotas.js";
import { providerHttp } from "./providers/providers.http.js";
import { providerIndexes } from "./providers/providers.store.js";
import { registrationHistory } from "./registrations/registration-history.js";
import { startRegistrationWorker } from "./registrations/registration-worker.js";
import { registrationHttp } from "./registrations/registrations.http.js";
import { registrationRpcs } from "./registrations/registrations.rpc.js";
import {
  registrationIndexes,
  registrationTimerIndexes,
  timersOfRegistrations,
} from "./registrations/registrations.store.js";
import { flowResources } from "./resources.js";
import { createSignInContext } from "./sign-in/sign-in-context.js";
import { signInIndexes } from "./sign-in/sign-ins.store.js";
import { slugIndexes, slugsOfFlows } from "./flows/slugs.store.js";
import { createTargetLookup } from "./targets/target-lookup.js";
import { testRunHttp } from "./test-runs/test-runs.http.js";
import { testRunIndexes } from "./test-runs/test-runs.store.js";
import { targetHttp } from "./targets/targets.http.js";
import { targetIndexes } from "./targets/targets.store.js";
import { storedSecrets, visitorSecretIndexes } from "./visitor-secrets.js";
import { visitHttp } from "./visits/visits.http.js";
import { visitRpcs } from "./visits/visits.rpc.js";
import { createVisitRecorder } from "./visits/visits.batch.js";
import { visitorIndexes } from "./visits/visits.store.js";

/** The flows service: its collections, rpcs, resources, pages and REST routes. */
export const flows = defineService({
  name: "flows",
  api: FlowsService,
  config,
  life: dataLife,
  indexes: {
    flows: flowIndexes,
    targets: targetIndexes,
    visitors: visitorIndexes,
    registrations: registrationIndexes,
    testRuns: testRunIndexes,
    documents: documentIndexes,
    [fileChunkCollection]: fileChunkIndexes,
    bankProviders: bankProviderIndexes,
    campaigns: campaignIndexes,
    signInProviders: providerIndexes,
    signIns: signInIndexes,
    visitorUsage: usageIndexes,
    campaignSummaries: campaignSummaryIndexes,
    campaignTotals: campaignTotalsIndexes,
  },
  shared: {
    slugs: slugIndexes,
    dailySecrets: dailySecretIndexes,
    visitorSecrets: visitorSecretIndexes,
    registrationTimers: registrationTimerIndexes,
  },
  history: [registrationHistory],
  sharedRecords: [slugsOfFlows, timersOfRegistrations],
  calls: ({ ROULETTES_GRPC_URL: roulettes, LEARNING_GRPC_URL: learning }) => ({ roulettes, learning }),
  publicPages: ["registrations"],
  migrations,
  audits: { records: flowAudits, counts: countSources },
  analytics: () => analytics,
  secretKeys: (settings) => ({
    setting: "FLOW_SECRET_KEY",
    keyring: createKeyring(settings.FLOW_SECRET_KEY),
    stored: storedSecrets,
    allowUnreadable: settings.ALLOW_UNREADABLE_SECRETS,
  }),
  setup: ({ config, db, metrics, logger }) => {
    const limitMetrics = createLimitMetrics(metrics.registry, logger);
    const signIn = createSignInContext(db, config, limitMetrics);
    return {
      quotas: createFlowsQuotas(config),
      keyring: signIn.keyring,
      signIn,
      bank: createBankClient(config, signIn.keyring),
      recordVisit: createVisitRecorder(db, limitMetrics),
      signal: new AsyncSignal(),
    };
  },
  rpcs: (context) => {
    const creation = createFlowCreation(context);
    const { db, lookUpTarget } = creation;
    const { config, signIn } = context;
    const rpcContext = { lookUpTarget, config, limits: signIn.limits };
    return {
      ...flowRpcs(db, rpcContext),
      ...flowCreationRpcs(creation, config.CONSOLE_URL),
      ...flowUpdateRpcs(db, rpcContext),
      ...registrationRpcs(db),
      ...visitRpcs(db),
    };
  },
  resources: () => flowResources,
  contract: routes,
  storedWithoutCaller: storedWithoutCaller.flows,
  http: (app, context) => {
    const { db, config, logger, quotas, keyring, bank, recordVisit, signal, signIn } = context;
    const creation = createFlowCreation(context);
    const { lookUpTarget } = creation;
    pageHttp(app, db, { config, logger, lookUpTarget, bank, recordVisit, notifyWorker: signal.notify, signIn });
    flowHttp(app, creation, { consoleUrl: config.CONSOLE_URL, limits: signIn.limits });
    registrationHttp(app, { db, logger, notifyWorker: signal.notify });
    providerHttp(app, signIn);
    bankProviderHttp(app, db, bank, keyring);
    bankCallbackHttp(app, { db, keyring, recordVisit });
    targetHttp(app, db, config, quotas.targets);
    documentHttp(app, db, quotas.documents);
    testRunHttp(app, db, config.CONSOLE_URL, quotas.testRuns);
    campaignHttp(app, db, config.CONSOLE_URL, quotas.campaigns);
    dailyCountHttp(app, db);
    visitHttp(app, db);
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

function createFlowCreation(context: ServiceContext<FlowsConfig> & { quotas: FlowsQuotas }): FlowCreation {
  const { db, config, quotas } = context;
  const allowHttpLoopback = config.FLOW_ALLOW_HTTP_LOOPBACK;
  return { db, lookUpTarget: createTargetLookup(context), allowHttpLoopback, quota: quotas.flows };
}
