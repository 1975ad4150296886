import type { Role } from "@tenant-ops/rest/console";

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
