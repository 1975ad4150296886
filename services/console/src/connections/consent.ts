import { randomBytes, timingSafeEqual } from "node:crypto";
import { createLinkToken, getMakingSecret, type LinkSecrets } from "../invitations/link-tokens.js";
import type { AuthorizationRequest } from "./connections.rules.js";

/** How long a person may look at the page. */
const lifetimeMs = 10 * 60 * 1000;

/** The question of a page of consent. It is signed and sent with the form, so that an answer belongs to exactly what was shown. */
export interface Consent {
  /** Makes sure that each page is answered once. */
  nonce: string;
  /** The session that the page was made for. */
  sessionId: string;
  businessId: string;
  request: AuthorizationRequest;
  /** Milliseconds since 1970. */
  expires: number;
}

export function createConsent(given: Pick<Consent, "sessionId" | "businessId" | "request">): Consent {
  return { ...given, nonce: randomBytes(16).toString("base64url"), expires: Date.now() + lifetimeMs };
}

export function writeConsent(secrets: LinkSecrets, consent: Consent): string {
  const body = Buffer.from(JSON.stringify(consent)).toString("base64url");
  return `${body}.${createLinkToken(getMakingSecret(secrets), "consent", body)}`;
}

/** @returns undefined for a text that is forged, expired, or of another session */
export function readConsent(secrets: LinkSecrets, text: string, sessionId: string): Consent | undefined {
  const [body = "", signature = ""] = text.split(".");
  if (!secrets.some((secret) => isSame(signature, createLinkToken(secret, "consent", body)))) return undefined;
  const consent = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Consent;
  return consent.sessionId === sessionId && consent.expires > Date.now() ? consent : undefined;
}

function isSame(signature: string, expected: string): boolean {
  const [given, own] = [Buffer.from(signature), Buffer.from(expected)];
  return given.length === own.length && timingSafeEqual(given, own);
}
