import type { Call } from "@tenant-ops/kit/call";
import { AsyncSignal } from "@tenant-ops/kit/concurrency";
import { createEgressClient, createEgressOptions } from "@tenant-ops/kit/egress";
import { createKeyring } from "@tenant-ops/kit/encryption";
import { createProviderClient } from "@tenant-ops/kit/oidc";
import type { Reads, ServiceContext } from "@tenant-ops/kit/process";
import type { VerbContext } from "@tenant-ops/kit/verbs";
import { createBankClient } from "./bank/bank-client.js";
import type { FlowsConfig } from "./config.js";
import { createLimitMetrics, type LimitMetrics } from "./limits/limit-metrics.js";
import { createVisitorLimits } from "./limits/visitor-limits.js";
import { createWhatsAppClient } from "./providers/whatsapp-client.js";
import { createCodeHasher, deriveKey } from "./sign-in/codes.rules.js";
import { createTargetLookup } from "./targets/target-lookup.js";

/** What verbs, pages and workers of flows share, made once for each start. */
export function createShared(context: ServiceContext<FlowsConfig>) {
  const { config, metrics, logger } = context;
  const signIn = createSignInContext(config, createLimitMetrics(metrics.registry, logger));
  return {
    signIn,
    keyring: signIn.keyring,
    bank: createBankClient(config, signIn.keyring),
    lookUpTarget: createTargetLookup(context),
    /** Notified when a registration of this process waits for its bank. */
    signal: new AsyncSignal(),
  };
}

export type SignInContext = ReturnType<typeof createSignInContext>;
type Shared = ReturnType<typeof createShared>;

/** What the verbs of flows need of it. */
export type FlowsContext = VerbContext<FlowsConfig> & Shared;

/** What the bindings of flows read with. */
export type FlowsReads = Pick<ServiceContext<FlowsConfig>, "config" | "logger"> & Shared & Reads;

/** Less than the timeout of a page, so that there is time to answer with a sentence when the provider does not answer. */
const providerTimeoutMs = 5000;

/**
 * Where the identity provider of a business sends visitors back: one address for all flows of the business, because providers compare it as a whole.
 * See `ProviderSettings` in `kit/oidc`.
 */
export const callbackPath = "/flow/sign-in/callback";

/** What the routes and pages for the proof of visitors share. */
function createSignInContext(config: FlowsConfig, metrics: LimitMetrics) {
  const urlRules = createEgressOptions(config, providerTimeoutMs);
  const egress = createEgressClient(urlRules);
  const keyring = createKeyring(config.FLOW_SECRET_KEY);
  const allowHttp = config.EGRESS_ALLOW_HTTP;
  return {
    egress,
    urlRules,
    keyring,
    getRedirectUrl: ({ businessId }: Pick<Call, "businessId">) => `${config.CONSOLE_URL}${callbackPath}/${businessId}`,
    hasher: createCodeHasher(config.FLOW_SECRET_KEY),
    limits: createVisitorLimits(config),
    metrics,
    send: createWhatsAppClient({ egress, keyring, apiUrl: config.WHATSAPP_API_URL }),
    providerClient: createProviderClient({
      egress,
      allowHttp,
      secrets: config.FLOW_SECRET_KEY.map((key) => deriveKey(key, "sign-in at identity providers")),
    }),
  };
}
