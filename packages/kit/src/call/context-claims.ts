import { z } from "zod";
import type { Caller } from "./call.js";
import { isBusinessId } from "./business-id.js";

/** A caller with the registered claims of a JWT. */
export interface Claims extends Caller {
  /** Issuer: the service that signed. */
  iss: string;
  /** Audience: the service that is called. */
  aud: string;
  /** Expiry, in seconds since 1970. */
  exp: number;
}

/** A context that is valid for longer was not made by our signer. Twice the signer's lifetime, for clocks that differ. */
const lifetimeSecondsMax = 120;

const text = z.string().max(200);

const claimsSchema = z.object({
  iss: text.min(1),
  aud: text.min(1),
  exp: z.number(),
  businessId: z.string().refine(isBusinessId),
  country: text,
  currency: text,
  timeZone: text,
  keyId: text.min(1),
  scopes: z.array(text).max(100),
});

/**
 * Checks claims whose signature was verified. The signature proves who wrote them, not that they are complete: services use the
 * business id in every filter.
 * @returns undefined for claims that are incomplete, of a wrong type, for another audience, expired, or valid for too long
 */
export function readClaims(value: unknown, audience: string, now: number): Claims | undefined {
  const { data: claims } = claimsSchema.safeParse(value);
  if (!claims || claims.aud !== audience) return undefined;
  const secondsLeft = claims.exp - now / 1000;
  return secondsLeft > 0 && secondsLeft <= lifetimeSecondsMax ? claims : undefined;
}
