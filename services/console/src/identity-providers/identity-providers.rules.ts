import { invalid } from "@tenant-ops/kit/errors";
import type { Role } from "@tenant-ops/rest/access";

/** The OpenID Connect provider with which the people of a business sign in. */
export interface IdentityProvider {
  /** The business: it has one. */
  _id: string;
  issuer: string;
  clientId: string;
  /** Encrypted; see identity-providers.store.ts. */
  clientSecret: string;
  /** In lower case. */
  domains: string[];
  /** The role of people who sign in for the first time. Administrators are chosen in the business, not by the provider. */
  role: Extract<Role, "viewer" | "operator" | "approver">;
  /** An account without the claim `email_verified` may sign in. */
  acceptsMissingEmailVerified: boolean;
  updatedAt: Date;
}

/** A person at a provider. It is never matched by e-mail, because the administrator of a provider chooses the e-mails in it. */
export interface Identity {
  /** Hash of business, issuer and subject. */
  _id: string;
  businessId: string;
  personId: string;
  createdAt: Date;
}

/** A sign-in that has been begun at a provider. Nonce and PKCE verifier are made from the state and not stored. */
export interface ProviderSignIn {
  /** Hash of the state. */
  _id: string;
  /** Hash of a cookie of the browser. */
  binding: string;
  businessId: string;
  returnPath: string;
  address: string;
  expiresAt: Date;
}

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

/**
 * The secret that is stored, for settings that name the issuer and the client for which it was entered.
 * @param readSecret returns undefined for a secret that cannot be read any more
 */
export function requireKnownSecret(
  stored: IdentityProvider | null,
  { issuer, clientId }: Pick<IdentityProvider, "issuer" | "clientId">,
  readSecret: (stored: IdentityProvider) => string | undefined,
): string {
  if (stored?.issuer !== issuer || stored.clientId !== clientId) throw createSecretNeeded();
  const clientSecret = readSecret(stored);
  if (clientSecret === undefined)
    throw invalid("clientSecret", "is needed: the stored one cannot be read any more", "secret_again");
  return clientSecret;
}

export const createSecretNeeded = () =>
  invalid("clientSecret", "is needed for a new issuer or client id", "secret_again");
