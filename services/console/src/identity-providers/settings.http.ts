import { checkUrl, type EgressClient, egressRefused, type UrlRules } from "@tenant-ops/kit/egress";
import { encryptSecret, type Keyring } from "@tenant-ops/kit/encryption";
import { invalid, Refusal } from "@tenant-ops/kit/errors";
import type { ProviderClient } from "@tenant-ops/kit/oidc";
import {
  deleteSignInSettings,
  getSignInSettings,
  putSignInSettings,
  testIdentityProvider,
} from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import type { LinkSettings } from "../invitations/link-tokens.js";
import { bindMemberRoute, type PersonRouteOptions } from "../requests/person-routes.js";
import { deleteProvider, findProvider, putProvider, readClientSecret } from "./identity-providers.store.js";
import type { IdentityProvider } from "./identity-providers.types.js";

export interface SettingsRouteOptions extends PersonRouteOptions {
  egress: EgressClient;
  urlRules: UrlRules;
  providerClient: ProviderClient;
  clientSecretKeys: Keyring;
  config: LinkSettings;
}

/** Settings → Sign-in: the identity provider of a business. */
export function signInSettingsHttp(app: FastifyInstance, options: SettingsRouteOptions): void {
  const { db, config, egress, urlRules, providerClient, clientSecretKeys } = options;

  /** @throws Refusal egress_refused */
  async function requireReachable(issuer: string): Promise<void> {
    if (await egress.hasForbiddenAddress(checkUrl(issuer, urlRules, "issuer"))) throw egressRefused("issuer");
  }

  bindMemberRoute(app, options, getSignInSettings, async ({ params: { businessId } }) =>
    toReply(config, businessId, await findProvider(db, businessId)),
  );

  bindMemberRoute(app, options, testIdentityProvider, async ({ body: { issuer } }) => {
    await requireReachable(issuer);
    return providerClient.describe(issuer);
  });

  bindMemberRoute(app, options, putSignInSettings, async ({ params: { businessId }, body }) => {
    const { clientSecret: given, issuer, clientId, domains, role } = body;
    await requireReachable(issuer);
    const clientSecret =
      given ?? readStoredSecret(clientSecretKeys, await findProvider(db, businessId), { issuer, clientId });
    await providerClient.describe(issuer);
    const provider = {
      _id: businessId,
      issuer,
      clientId,
      clientSecret: encryptSecret(clientSecretKeys, clientSecret, businessId),
      domains,
      role,
      updatedAt: new Date(),
    };
    await putProvider(db, provider);
    return toReply(config, businessId, provider);
  });

  bindMemberRoute(app, options, deleteSignInSettings, async ({ params: { businessId } }) => {
    if (await deleteProvider(db, businessId)) return undefined;
    throw new Refusal("sign_in_not_configured", "The business has no identity provider.");
  });
}

/** The secret is not sent to another issuer than the one for which it was entered. */
function readStoredSecret(
  clientSecretKeys: Keyring,
  stored: IdentityProvider | null,
  given: Pick<IdentityProvider, "issuer" | "clientId">,
): string {
  if (stored?.issuer !== given.issuer || stored.clientId !== given.clientId)
    throw invalid("clientSecret", "is needed for a new issuer or client id");
  const clientSecret = readClientSecret(clientSecretKeys, stored);
  if (clientSecret === undefined) throw invalid("clientSecret", "is needed: the stored one cannot be read any more");
  return clientSecret;
}

function toReply({ APP_URL }: LinkSettings, businessId: string, provider: IdentityProvider | null) {
  return {
    provider: provider && describeProvider(provider),
    signInUrl: `${APP_URL}/sign-in/b/${businessId}`,
    redirectUrl: getRedirectUrl(APP_URL),
  };
}

function describeProvider({ issuer, clientId, domains, role, updatedAt }: IdentityProvider) {
  return { issuer, clientId, domains, role, updatedAt: updatedAt.toISOString() };
}

/** Where identity providers send people back. */
export function getRedirectUrl(appUrl: string): string {
  return `${appUrl}/sign-in/callback`;
}
