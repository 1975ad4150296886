import * as z from "zod";
import { isBusinessId } from "./business-id.js";
import { createTokenSigner, createTokenVerifier } from "./jws.js";

/** How long a visitor may take from the form of a flow to the page behind it. */
export const visitorPassSeconds = 15 * 60;

const kind = { typ: "visitor-pass" };

const text = z.string().min(1).max(200);

/** What a visitor can prove to own: a phone by a code, an e-mail address by an identity provider that has verified it. */
const contactKinds = ["email", "phone"] as const;
export type ContactKind = (typeof contactKinds)[number];

const passSchema = z.object({
  /** Hash of the cookie that the same answer of flows has set. The pass is worth nothing without that cookie. */
  jti: text,
  businessId: z.string().refine(isBusinessId),
  /** The flow, and the registration for which it was made. */
  slug: text,
  registrationId: text,
  /** Names the visitor within the business: the same after another registration with the same e-mail address or phone. */
  visitorId: text,
  /** Whether the visitor has proved to own that address or phone, or an account at an identity provider. */
  isVerified: z.boolean(),
  /** Which contacts of the registration are proven. Flows of the preceding version do not say it: none is known then. */
  provenContact: z.array(z.enum(contactKinds)).default([]),
  /** The only page that accepts it. */
  target: z.object({ type: z.enum(["roulette", "course"]), id: text }),
});

/** Allows a visitor who has just registered to use the page to which the flow redirects. It holds no personal data. */
export type VisitorPass = z.infer<typeof passSchema>;
export type PassTarget = VisitorPass["target"];

const claimsSchema = passSchema.extend({ iss: text, aud: text, exp: z.number() });

/** The service with the page of a target: nothing else accepts the pass. */
const audiences: Record<PassTarget["type"], string> = { roulette: "roulettes", course: "learning" };

export type SignPass = (pass: VisitorPass) => string;

/** Only flows makes passes. It signs them with the key of its call contexts; see docs/decisions/0031. */
const passIssuer = "flows";

export function createPassSigner(privateKey: string, now: () => number = () => Date.now()): SignPass {
  const sign = createTokenSigner(kind, privateKey);
  return (pass) => {
    const exp = Math.floor(now() / 1000) + visitorPassSeconds;
    return sign({ iss: passIssuer, aud: audiences[pass.target.type], exp, ...pass });
  };
}

/**
 * Verifies what `createPassSigner` signed.
 * @param publicKeys the setting CALL_CONTEXT_PUBLIC_KEYS
 * @returns undefined for a pass that is forged, incomplete, expired, or for another target than this one
 */
export function createPassVerifier(
  publicKeys: string,
  now: () => number = () => Date.now(),
): (token: string, target: PassTarget) => VisitorPass | undefined {
  const verify = createTokenVerifier(kind, publicKeys);
  return (token, target) => {
    const { data: claims } = claimsSchema.safeParse(verify(token));
    if (!claims || claims.iss !== passIssuer || claims.aud !== audiences[target.type]) return undefined;
    if (claims.target.type !== target.type || claims.target.id !== target.id) return undefined;
    const secondsLeft = claims.exp - now() / 1000;
    if (secondsLeft <= 0 || secondsLeft > 2 * visitorPassSeconds) return undefined;
    const { iss: _iss, aud: _aud, exp: _exp, ...pass } = claims;
    return pass;
  };
}
