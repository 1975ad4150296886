import { checkUrl, type EgressClient, egressRefused, type UrlRules } from "@tenant-ops/kit/egress";
import { decryptSecret, encryptSecret, type Keyring } from "@tenant-ops/kit/encryption";
import { invalid, Refusal } from "@tenant-ops/kit/errors";
import { deleteSignInSettings, getSignInSettings, putSignInSettings } from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import type { LinkSettings } from "../invitations/link-tokens.js";
import { bindMemberRoute, type PersonRouteOptions } from "../requests/person-routes.js";
import { deleteProvider, findProvider, putProvider } from "./identity-providers.store.js";
import type { IdentityProvider } from "./identity-providers.types.js";
import { getRedirectUrl, type ProviderClient } from "./provider-client.js";

export interface SettingsRouteOptions extends PersonRouteOptions {
  egress: EgressClient;
  urlRules: UrlRules;
  providerClient: ProviderClient;
  clientSecretKeys: Keyring;
  config: LinkSettings;
}

/** Settings → Sign-in: the identity provider of a business. */
export function registerSignInSettingsRoutes(app: FastifyInstance, options: SettingsRouteOptions): void {
  const { db, config, egress, urlRules, providerClient, clientSecretKeys } = options;

  bindMemberRoute(app, options, getSignInSettings, async ({ params: { businessId } }) => {
    const found = await findProvider(db, businessId);
    if (!found) throw createNotConfigured();
    return toReply(config, found);
  });

  bindMemberRoute(app, options, putSignInSettings, async ({ params: { businessId }, body }) => {
    const { clientSecret: given, issuer, clientId, domains, role } = body;
    if (await egress.hasForbiddenAddress(checkUrl(issuer, urlRules, "issuer"))) throw egressRefused("issuer");
    const clientSecret =
      given ?? readStoredSecret(clientSecretKeys, await findProvider(db, businessId), { issuer, clientId });
    await providerClient.discover({ issuer, clientId, clientSecret });
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
    return toReply(config, provider);
  });

  bindMemberRoute(app, options, deleteSignInSettings, async ({ params: { businessId } }) => {
    if (!(await deleteProvider(db, businessId))) throw createNotConfigured();
    return undefined;
  });
}

/** The secret is not sent to another issuer than the one for which it was entered. */
function readStoredSecret(
  clientSecretKeys: Keyring,
  stored: IdentityProvider | null,
  given: Pick<IdentityProvider, "issuer" | "clientId">,
): string {
  if (stored?.issuer === given.issuer && stored.clientId === given.clientId)
    return decryptSecret(clientSecretKeys, stored.clientSecret, stored._id);
  throw invalid("clientSecret", "is needed for a new issuer or client id");
}

const createNotConfigured = () => new Refusal("sign_in_not_configured", "The business has no identity provider.");

function toReply({ APP_URL }: LinkSettings, { _id, issuer, clientId, domains, role, updatedAt }: IdentityProvider) {
  return {
    issuer,
    clientId,
    domains,
    role: role as "viewer" | "operator" | "approver",
    signInUrl: `${APP_URL}/sign-in/b/${_id}`,
    redirectUrl: getRedirectUrl(APP_URL),
    updatedAt: updatedAt.toISOString(),
  };
}
