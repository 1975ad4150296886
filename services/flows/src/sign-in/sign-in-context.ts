import type { Call } from "@tenant-ops/kit/call";
import { createEgressClient, createEgressOptions } from "@tenant-ops/kit/egress";
import { createKeyring } from "@tenant-ops/kit/encryption";
import { createProviderClient } from "@tenant-ops/kit/oidc";
import type { FlowsConfig } from "../config.js";
import type { LimitMetrics } from "../limits/limit-metrics.js";
import { createVisitorLimits } from "../limits/visitor-limits.js";
import { createWhatsAppClient } from "../providers/whatsapp-client.js";
import { createCodeHasher, deriveKey } from "./codes.rules.js";

/** Less than the timeout of a page, so that there is time to answer with a sentence when the provider does not answer. */
const providerTimeoutMs = 5000;

/**
 * Where the identity provider of a business sends visitors back: one address for all flows of the business, because providers compare it as a whole.
 * See `ProviderSettings` in `kit/oidc`.
 */
export const callbackPath = "/flow/sign-in/callback";

/** What the routes and pages for the proof of visitors share. */
export function createSignInContext(config: FlowsConfig, metrics: LimitMetrics) {
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

export type SignInContext = ReturnType<typeof createSignInContext>;
