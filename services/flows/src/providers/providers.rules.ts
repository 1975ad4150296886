/** How visitors of a flow prove who they are. A flow may allow both. */
export const authTypes = ["whatsapp", "identity_provider", "both"] as const;
export type AuthType = (typeof authTypes)[number];

export type SignInMethod = "whatsapp" | "identity_provider";

/** How the last code was sent. */
export interface SendOutcome {
  at: Date;
  /** `sending` until the answer is stored; it stays so when the process dies before. */
  outcome: "sending" | "sent" | "failed";
  /** One sentence for the business; empty when nothing has failed. */
  detail: string;
  /** Whether codes cannot be sent before the business has changed something. */
  needsChange?: true;
}

/** The account of the business at the WhatsApp Cloud API. */
export interface WhatsAppProvider {
  phoneNumberId: string;
  /** Encrypted. */
  accessToken: string;
  templateName: string;
  templateLanguage: string;
  /** The most codes per day, because each one costs the business money. */
  codesPerDayMax: number;
  lastSend?: SendOutcome;
  updatedAt: Date;
}

/** The OpenID Connect provider of the business. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
  /** Encrypted. */
  clientSecret: string;
  updatedAt: Date;
}

/** The providers of a business for its visitors; each is absent until it is set. */
export interface Providers {
  /** The business: it has one record. */
  _id: string;
  whatsapp?: WhatsAppProvider;
  identityProvider?: IdentityProvider;
}

const methodsByAuthType: Readonly<Record<string, readonly SignInMethod[]>> = {
  whatsapp: ["whatsapp"],
  identity_provider: ["identity_provider"],
  both: ["whatsapp", "identity_provider"],
};

/** The methods that a flow asks for. */
export function listWantedMethods(authType: string): readonly SignInMethod[] {
  return methodsByAuthType[authType] ?? [];
}

/** The methods that visitors of a flow can choose from. Without one, they register without a proof. */
export function listMethods(authType: string, providers: Providers | null): SignInMethod[] {
  const isSet: Record<SignInMethod, boolean> = {
    whatsapp: providers?.whatsapp !== undefined,
    identity_provider: providers?.identityProvider !== undefined,
  };
  return listWantedMethods(authType).filter((method) => isSet[method]);
}

/** What secrets are bound to when they are encrypted: copied to another business or provider, they cannot be decrypted. */
export const toSecretOwner = (businessId: string, provider: SignInMethod): string => `${businessId}|${provider}`;

/** Settings as callers see them: without the secrets. */
export function showProviders(stored: Providers | null) {
  const { whatsapp, identityProvider } = stored ?? {};
  return {
    whatsapp: whatsapp
      ? {
          phoneNumberId: whatsapp.phoneNumberId,
          templateName: whatsapp.templateName,
          templateLanguage: whatsapp.templateLanguage,
          codesPerDayMax: whatsapp.codesPerDayMax,
          lastSend: whatsapp.lastSend ? showSend(whatsapp.lastSend) : null,
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
  };
}

export function showSend({ at, outcome, detail }: SendOutcome) {
  return { at: at.toISOString(), outcome, detail };
}
