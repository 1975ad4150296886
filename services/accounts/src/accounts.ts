import { defineService } from "@tenant-ops/kit/process";
import { AccountsService } from "@tenant-ops/proto/accounts";
import requests from "@tenant-ops/rest/requests.json" with { type: "json" };
import { agentCalls } from "./agent-calls/agent-calls.noun.js";
import { answerAgentCalls } from "./agent-calls/answered-calls.js";
import { businesses } from "./businesses/businesses.noun.js";
import { changes } from "./changes/changes.noun.js";
import { config, getServiceAddresses } from "./config.js";
import { type AccountsContext, createDependencies } from "./dependencies.js";
import { keys } from "./keys/keys.noun.js";
import { migrations } from "./migrations/migrations.js";
import { registerOffboardingMetrics } from "./offboarding/metrics.js";
import { createOffboardWork } from "./offboarding/offboard.worker.js";
import { offboardings } from "./offboarding/offboardings.noun.js";
import { deletionSteps } from "./offboarding/operator-records.js";
import { operators } from "./operators/operators.noun.js";
import { createEraseWork, registerPersonMetrics } from "./privacy/erase.worker.js";
import { personRequests } from "./privacy/person-requests.noun.js";
import { startDeliveries } from "./retention/deliver.worker.js";
import { retention } from "./retention/retention.noun.js";
import { sandboxes } from "./sandboxes/sandboxes.noun.js";

/**
 * Businesses, their keys and sandboxes, and what concerns all data of a business: requests about persons, retention and deletion. docs/accounts.md
 * describes how. Its own collections are shared between businesses, because a key is looked up before the business is known.
 */
export const accounts = defineService({
  name: "accounts",
  api: AccountsService,
  config,
  migrations,
  requests,
  acceptsNoBusiness: true,
  calls: getServiceAddresses,
  setup: createDependencies,
  // Operators first: its hook is for the routes of all.
  nouns: [operators, businesses, keys, sandboxes, changes, agentCalls, personRequests, retention, offboardings],
  life: { deletionSteps },
  analytics: ({ db, clients, logger }) => [answerAgentCalls(db, clients, logger)],
  background: startWorkers,
});

function startWorkers(context: AccountsContext): () => Promise<void> {
  const { db, config, metrics, offboarding } = context;
  registerPersonMetrics(metrics.registry, db);
  registerOffboardingMetrics(metrics.registry, db);
  const stops = [
    createEraseWork(context).start(),
    createOffboardWork(offboarding).start(),
    startDeliveries(context, config.RETENTION_SEND_EVERY_MS),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
