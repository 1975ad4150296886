import type { Providers, SendOutcome } from "./providers.types.js";

/** Settings as callers see them: without the secrets. */
export function toProvidersAnswer(stored: Providers | null, redirectUrl: string) {
  const { whatsapp, identityProvider } = stored ?? {};
  return {
    whatsapp: whatsapp
      ? {
          phoneNumberId: whatsapp.phoneNumberId,
          templateName: whatsapp.templateName,
          templateLanguage: whatsapp.templateLanguage,
          codesPerDayMax: whatsapp.codesPerDayMax,
          lastSend: whatsapp.lastSend ? toSendAnswer(whatsapp.lastSend) : null,
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

export function toSendAnswer({ at, outcome, detail }: SendOutcome) {
  return { at: at.toISOString(), outcome, detail };
}
