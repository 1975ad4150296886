import { Refusal } from "../errors/refusal.js";

/** The claims of a provider about the person who signs in. */
export interface ProviderClaims {
  subject: string;
  /** In lower case; empty without one. */
  email: string;
  /** False also for a value of `email_verified` that is not known here. */
  isEmailVerified: boolean;
  name: string | undefined;
  /** When the person has proven to the provider who they are; undefined when the provider does not say so. */
  authenticatedAt: Date | undefined;
}

/** The limit of OpenID Connect Core, section 2. */
const subjectCharactersMax = 255;

/**
 * Reads the claims of an ID token that was verified. No other code decides about them.
 * @param acceptsMissingEmailVerified what a missing claim `email_verified` means
 * @throws Refusal identity_provider_failed without a subject: all people of this provider would be one person
 */
export function readClaims(
  { sub, email, email_verified: verified, name, auth_time: authTime }: Readonly<Record<string, unknown>>,
  acceptsMissingEmailVerified: boolean,
  now: Date,
): ProviderClaims {
  if (typeof sub !== "string" || sub.trim() === "" || sub.length > subjectCharactersMax)
    throw new Refusal(
      "identity_provider_failed",
      `The identity provider does not say who the person is: sub must have 1 to ${subjectCharactersMax} characters.`,
    );
  return {
    subject: sub,
    email: typeof email === "string" ? email.toLowerCase() : "",
    // Some providers send booleans as text.
    isEmailVerified: verified === undefined ? acceptsMissingEmailVerified : verified === true || verified === "true",
    name: typeof name === "string" ? name : undefined,
    authenticatedAt: typeof authTime === "number" ? new Date(Math.min(authTime * 1000, now.getTime())) : undefined,
  };
}
