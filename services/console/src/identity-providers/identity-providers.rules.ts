import type { IdentityProvider } from "./identity-providers.types.js";

/** Where the identity provider of a business sends people back. Each business has its own address; see `ProviderSettings` in `kit/oidc`. */
export function getRedirectUrl(appUrl: string, businessId: string): string {
  return `${appUrl}/sign-in/b/${businessId}/callback`;
}

/** Whether a provider may sign in people with this e-mail address. An address with several `@` belongs to no domain. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const [, domain, ...more] = email.split("@");
  return domain !== undefined && more.length === 0 && domains.includes(domain);
}

type Reach = Pick<IdentityProvider, "issuer" | "domains">;

/** Whether a person may be signed in who could not sign in with the new settings. */
export function endsSessions(before: Reach, after: Reach): boolean {
  return before.issuer !== after.issuer || before.domains.some((domain) => !after.domains.includes(domain));
}
