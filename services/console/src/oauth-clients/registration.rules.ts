import { cutText, normalizeText } from "@tenant-ops/kit/texts";
import * as z from "zod";
import { isAllowedRedirectUri, redirectUriLengthMax } from "./redirect-uris.rules.js";

/** A program that asks for access in the name of a person: claude.ai, Cursor, an agent of one's own. */
export interface OauthClient {
  id: string;
  /** The name that the client gives itself, which proves nothing. */
  name: string;
  /** The host that its id names, which has published its redirect URIs; null for a client that registered itself. */
  host: string | null;
  redirectUris: readonly string[];
}

/** Why a client cannot be used. */
export interface ClientProblem {
  /** For the log. */
  reason: string;
  /** The only client authentication that the client allows, where this is the problem. */
  method?: string;
}

/** A client that registered itself (RFC 7591). It has no secret. */
export interface RegisteredClient {
  _id: string;
  name: string;
  redirectUris: string[];
  createdAt: Date;
  /** When a person last gave it access, or it last asked for a token; null before. */
  lastUsedAt: Date | null;
  /** Until then it is not deleted in favour of a newer one: a person may be about to give it access for the first time. */
  keptUntil: Date;
  /** Extended by every use. */
  expiresAt: Date;
}

/** A refusal with the error code of RFC 7591. */
export interface RegistrationProblem {
  error: "invalid_redirect_uri" | "invalid_client_metadata";
  detail: string;
}

export interface Registration {
  name: string;
  redirectUris: string[];
}

const redirectUrisMax = 10;
const nameLengthMax = 100;
const grants = ["authorization_code", "refresh_token"];
const text = z.string().max(redirectUriLengthMax);

const schema = z.object({
  redirect_uris: z.array(text).min(1).max(redirectUrisMax),
  client_name: z.string().max(1000).default(""),
  grant_types: z.array(text).max(20).default(grants),
  response_types: z.array(text).max(20).default(["code"]),
});

/**
 * Reads what a client says about itself. Fields that we have no use for are ignored, as RFC 7591 says. A client that asks for a
 * secret gets none: the answer says `none`, and PKCE takes its place.
 */
export function parseRegistration(body: unknown): Registration | RegistrationProblem {
  const { success, data, error } = schema.safeParse(body ?? {});
  if (!success) {
    const path = error.issues[0]?.path.join(".") || "the body";
    const detail = `${path} is missing or wrong: send 1 to ${redirectUrisMax} redirect_uris and texts, as JSON.`;
    return { error: path.startsWith("redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata", detail };
  }
  if (!data.grant_types.includes("authorization_code") || !data.response_types.includes("code"))
    return { error: "invalid_client_metadata", detail: "Only authorization_code and refresh_token are granted here." };
  if (!data.redirect_uris.every(isAllowedRedirectUri))
    return {
      error: "invalid_redirect_uri",
      detail:
        "A redirect URI is https, http to localhost, 127.0.0.1 or [::1], or the scheme of an application with a dot in it; without a fragment, a password, or characters that must be percent-encoded.",
    };
  return { name: toClientName(data.client_name), redirectUris: [...new Set(data.redirect_uris)] };
}

/** The name of a client on a page. */
export const toClientName = (name: string): string => cutText(normalizeText(name), nameLengthMax);
