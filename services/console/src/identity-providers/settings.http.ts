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
import type { Bus } from "@tenant-ops/kit/events";
import type { FastifyInstance } from "fastify";
import type { LinkSettings } from "../invitations/link-tokens.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import { deleteProviderSessions } from "../sessions/sessions.store.js";
import { bindMemberRoute, type PersonRouteOptions } from "../requests/person-routes.js";
import { endsSessions, getRedirectUrl } from "./identity-providers.rules.js";
import {
  deleteProvider,
  findProvider,
  listProviderPeople,
  putProvider,
  readClientSecret,
} from "./identity-providers.store.js";
import type { IdentityProvider } from "./identity-providers.types.js";

export interface SettingsRouteOptions extends PersonRouteOptions {
  bus: Bus;
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
    const { clientSecret: given, issuer: address, clientId, domains, role, acceptsMissingEmailVerified } = body;
    const stored = await findProvider(db, businessId);
    if (given === undefined && !stored) throw createSecretNeeded();
    await requireReachable(address);
    const { issuer } = await providerClient.describe(address);
    const clientSecret = given ?? readStoredSecret(clientSecretKeys, stored, { issuer, clientId });
    const provider = {
      _id: businessId,
      issuer,
      clientId,
      clientSecret: encryptSecret(clientSecretKeys, clientSecret, businessId),
      domains,
      role,
      acceptsMissingEmailVerified,
      updatedAt: new Date(),
    };
    await putProvider(db, provider);
    if (stored && endsSessions(stored, provider)) await endProviderSessions(options, businessId);
    return toReply(config, businessId, provider);
  });

  bindMemberRoute(app, options, deleteSignInSettings, async ({ params: { businessId } }) => {
    if (!(await deleteProvider(db, businessId)))
      throw new Refusal("sign_in_not_configured", "The business has no identity provider.");
    await endProviderSessions(options, businessId);
    return undefined;
  });
}

/** What the settings allowed ends with them. */
async function endProviderSessions({ db, bus }: SettingsRouteOptions, businessId: string): Promise<void> {
  await deleteProviderSessions(db, await listProviderPeople(db, businessId));
  publishPeopleChange(bus);
}

/** The secret is not sent to another issuer than the one for which it was entered. */
function readStoredSecret(
  clientSecretKeys: Keyring,
  stored: IdentityProvider | null,
  given: Pick<IdentityProvider, "issuer" | "clientId">,
): string {
  if (stored?.issuer !== given.issuer || stored.clientId !== given.clientId) throw createSecretNeeded();
  const clientSecret = readClientSecret(clientSecretKeys, stored);
  if (clientSecret === undefined)
    throw invalid("clientSecret", "is needed: the stored one cannot be read any more", "secret_again");
  return clientSecret;
}

const createSecretNeeded = () => invalid("clientSecret", "is needed for a new issuer or client id", "secret_again");

function toReply({ APP_URL }: LinkSettings, businessId: string, provider: IdentityProvider | null) {
  return {
    provider: provider && describeProvider(provider),
    signInUrl: `${APP_URL}/sign-in/b/${businessId}`,
    redirectUrl: getRedirectUrl(APP_URL, businessId),
  };
}

function describeProvider({ _id, clientSecret: _secret, updatedAt, ...settings }: IdentityProvider) {
  return { ...settings, updatedAt: updatedAt.toISOString() };
}
