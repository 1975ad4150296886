import type { Call } from "@tenant-ops/kit/call";
import type { Database, Scope } from "@tenant-ops/kit/data";
import { checkUrl, type EgressClient, egressRefused, type UrlRules } from "@tenant-ops/kit/egress";
import { decryptSecret, encryptSecret, type Keyring } from "@tenant-ops/kit/encryption";
import { invalid, Refusal } from "@tenant-ops/kit/errors";
import { bindRoute } from "@tenant-ops/kit/http";
import type { ProviderClient } from "@tenant-ops/kit/oidc";
import { deleteVisitorSignIn, getVisitorSignIn, putVisitorSignIn, testVisitorWhatsApp } from "@tenant-ops/rest/flows";
import { toE164 } from "@tenant-ops/kit/texts";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { type SendContext, sendTestCode } from "../sign-in/send-codes.js";
import {
  type IdentityProvider,
  type Providers,
  type SendOutcome,
  toSecretOwner,
  type WhatsAppProvider,
} from "./providers.rules.js";
import { changeProviders, deleteProviders, findProviders } from "./providers.store.js";

export interface ProviderRouteContext extends SendContext {
  db: Database;
  egress: EgressClient;
  urlRules: UrlRules;
  keyring: Keyring;
  providerClient: ProviderClient;
  /** Where the identity provider of a business sends visitors back. */
  getRedirectUrl: (call: Pick<Call, "businessId">) => string;
}

/** Settings of a business: how visitors of its flows prove who they are. */
export function providerHttp(app: FastifyInstance, context: ProviderRouteContext): void {
  const { db, keyring, getRedirectUrl } = context;

  bindRoute(app, getVisitorSignIn, async ({ call }) =>
    toProvidersReply(await findProviders(db.scope(call)), getRedirectUrl(call)),
  );

  bindRoute(app, putVisitorSignIn, async ({ call, body }) => {
    // Before the transaction: the provider may be slow.
    const identityProvider = await planIdentityProvider(context, call, body.identityProvider);
    return db.transaction(call, async (scope) => {
      const whatsapp = planWhatsApp(keyring, await findProviders(scope), body.whatsapp, scope);
      return toProvidersReply(await changeProviders(scope, { whatsapp, identityProvider }), getRedirectUrl(call));
    });
  });

  bindRoute(app, deleteVisitorSignIn, ({ call }) =>
    db.transaction(call, async (scope) => {
      await deleteProviders(scope);
      return undefined;
    }),
  );

  bindRoute(app, testVisitorWhatsApp, async ({ call, body }) => {
    const phone = toE164(body.phone, call.country);
    if (!phone)
      throw invalid("phone", "is no phone number; write it with country code, such as +52 55 1234 5678", "phone");
    const provider = (await findProviders(db.scope(call)))?.whatsapp;
    if (!provider) throw new Refusal("whatsapp_not_configured", "The business has not set its WhatsApp account.");
    return toSendReply(await sendTestCode(context, call, provider, phone));
  });
}

type Given = z.output<typeof putVisitorSignIn.body>;

/**
 * The settings to be stored: null removes them, undefined leaves them.
 * @throws Refusal invalid_argument, egress_refused, identity_provider_failed
 */
async function planIdentityProvider(
  { db, egress, urlRules, keyring, providerClient }: ProviderRouteContext,
  call: Call,
  given: Given["identityProvider"],
): Promise<IdentityProvider | null | undefined> {
  if (!given) return given;
  const { issuer: address, clientId } = given;
  const stored = (await findProviders(db.scope(call)))?.identityProvider;
  if (given.clientSecret === undefined && !stored) throw createSecretNeeded();
  if (await egress.hasForbiddenAddress(checkUrl(address, urlRules, "issuer"))) throw egressRefused("issuer");
  const { issuer } = await providerClient.describe(address);
  const owner = toSecretOwner(call.businessId, "identity_provider");
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
  given: Given["whatsapp"],
  { businessId, now }: Scope,
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

/** Settings as callers see them: without the secrets. */
function toProvidersReply(stored: Providers | null, redirectUrl: string) {
  const { whatsapp, identityProvider } = stored ?? {};
  return {
    whatsapp: whatsapp
      ? {
          phoneNumberId: whatsapp.phoneNumberId,
          templateName: whatsapp.templateName,
          templateLanguage: whatsapp.templateLanguage,
          codesPerDayMax: whatsapp.codesPerDayMax,
          lastSend: whatsapp.lastSend ? toSendReply(whatsapp.lastSend) : null,
          updatedAt: whatsapp.updatedAt.toISOString(),
        }
      : null,
    identityProvider: identityProvider
      ? {
          issuer: identityProvider.issuer,
          clientId: identityProvider.clientId,
          updatedAt: identityProvider.updatedAt.toISOString(),
        }
      : null,
    redirectUrl,
  };
}

function toSendReply({ at, outcome, detail }: SendOutcome) {
  return { at: at.toISOString(), outcome, detail };
}
