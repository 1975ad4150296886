import type { IdentityProvider } from "./identity-providers.types.js";

/** Where the identity provider of a business sends people back. Each business has its own address; see `ProviderSettings` in `kit/oidc`. */
export function getRedirectUrl(appUrl: string, businessId: string): string {
  return `${appUrl}/sign-in/b/${businessId}/callback`;
}

/** Whether a provider may sign in people with this e-mail address. One with several `@`, or of no mailbox, belongs to no domain. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const [mailbox = "", domain, ...more] = email.split("@");
  return /^[^\s,;<>"]+$/.test(mailbox) && domain !== undefined && more.length === 0 && domains.includes(domain);
}

type Reach = Pick<IdentityProvider, "issuer" | "domains" | "acceptsMissingEmailVerified">;

/** Whether a person may be signed in who could not sign in with the new settings. */
export function endsSessions(before: Reach, after: Reach): boolean {
  return (
    before.issuer !== after.issuer ||
    before.domains.some((domain) => !after.domains.includes(domain)) ||
    (before.acceptsMissingEmailVerified && !after.acceptsMissingEmailVerified)
  );
}
