import type { Scope } from "@tenant-ops/kit/data";
import { checkUrl, egressRefused } from "@tenant-ops/kit/egress";
import { decryptSecret, encryptSecret, type Keyring } from "@tenant-ops/kit/encryption";
import { invalid } from "@tenant-ops/kit/errors";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { putVisitorSignIn } from "@tenant-ops/rest/flows";
import type * as z from "zod";
import type { FlowsContext } from "../context.js";
import {
  type IdentityProvider,
  type Providers,
  showProviders,
  toSecretOwner,
  type WhatsAppProvider,
} from "./providers.rules.js";
import { changeProviders, deleteProviders, findProviders } from "./providers.store.js";

type GivenProviders = z.output<typeof putVisitorSignIn.body>;

/** Sets how visitors prove who they are. The identity provider is asked before the transaction: it may be slow. The result has no secrets. */
export const setProviders = defineVerb(({ signIn }: FlowsContext) => ({
  loadBefore: (scope, { identityProvider }: GivenProviders) => planIdentityProvider(signIn, scope, identityProvider),
  load: async (scope, _, identityProvider) => ({
    identityProvider,
    stored: await findProviders(scope),
    now: scope.now,
  }),
  plan: ({ whatsapp: given }, { identityProvider, stored, now }, { businessId }) => ({
    whatsapp: planWhatsApp(signIn.keyring, stored, given, { businessId, now }),
    identityProvider,
  }),
  write: async (scope, changes) => showProviders(await changeProviders(scope, changes)),
}));

export const removeProviders = defineVerb(() => ({
  plan: (nothing: undefined) => nothing,
  write: deleteProviders,
}));

/**
 * The settings to be stored: null removes them, undefined leaves them.
 * @throws Refusal invalid_argument, egress_refused, identity_provider_failed
 */
async function planIdentityProvider(
  { egress, urlRules, keyring, providerClient }: FlowsContext["signIn"],
  scope: Scope,
  given: GivenProviders["identityProvider"],
): Promise<IdentityProvider | null | undefined> {
  if (!given) return given;
  const { issuer: address, clientId } = given;
  const stored = (await findProviders(scope))?.identityProvider;
  if (given.clientSecret === undefined && !stored) throw createSecretNeeded();
  if (await egress.hasForbiddenAddress(checkUrl(address, urlRules, "issuer"))) throw egressRefused("issuer");
  const { issuer } = await providerClient.describe(address);
  const owner = toSecretOwner(scope.businessId, "identity_provider");
  // The stored secret is not sent to another issuer than the one for which it was entered.
  const isSame = stored?.issuer === issuer && stored.clientId === clientId;
  const clientSecret = given.clientSecret ?? (isSame ? decryptSecret(keyring, stored.clientSecret, owner) : undefined);
  if (clientSecret === undefined) throw createSecretNeeded();
  return { issuer, clientId, clientSecret: encryptSecret(keyring, clientSecret, owner), updatedAt: new Date() };
}

const createSecretNeeded = () =>
  invalid("identityProvider.clientSecret", "is needed for a new issuer or client id", "secret_again");

/** @throws Refusal invalid_argument for another phone number ID without its access token */
function planWhatsApp(
  keyring: Keyring,
  stored: Providers | null,
  given: GivenProviders["whatsapp"],
  { businessId, now }: { businessId: string; now: Date },
): WhatsAppProvider | null | undefined {
  if (!given) return given;
  const { accessToken: token, ...settings } = given;
  const before = stored?.whatsapp?.phoneNumberId === settings.phoneNumberId ? stored.whatsapp : undefined;
  const accessToken =
    token === undefined ? before?.accessToken : encryptSecret(keyring, token, toSecretOwner(businessId, "whatsapp"));
  if (accessToken === undefined)
    throw invalid("whatsapp.accessToken", "is needed for a new phone number ID", "secret_again");
  // The outcome of the last code says nothing about other settings.
  return { ...settings, accessToken, updatedAt: now };
}
