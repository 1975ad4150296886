import * as z from "zod";
import { isAllowedRedirectUri, redirectUriLengthMax } from "./redirect-uris.rules.js";
import { toClientName, type ClientProblem, type OauthClient } from "./registration.rules.js";

const minuteSeconds = 60;
const cacheSecondsMin = 5 * minuteSeconds;
const cacheSecondsMax = 24 * 60 * minuteSeconds;

const redirectUrisMax = 50;

const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().max(1000).optional(),
  redirect_uris: z.array(z.string().max(redirectUriLengthMax)).min(1).max(redirectUrisMax),
  token_endpoint_auth_method: z.string().optional(),
  // What the client can do as well, in the words of the metadata of a server: hosts that have keys publish it.
  token_endpoint_auth_methods_supported: z.array(z.string()).max(20).default([]),
});

/**
 * Whether a client_id can be the address of a metadata document: with a path, without a fragment, a user name, or `.` and `..`
 * in the path, with which two texts would name one client.
 */
export function isDocumentUrl(clientId: string): boolean {
  const url = URL.canParse(clientId) ? new URL(clientId) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname === "/" || clientId.includes("#")) return false;
  return url.href === clientId && url.username === "" && url.password === "";
}

/**
 * Reads the document at the address that is the client_id.
 * @returns the client, or what is wrong
 * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
 */
export function parseDocument(clientId: string, text: string): OauthClient | ClientProblem {
  const { success, data } = documentSchema.safeParse(parseJson(text));
  if (!success) return { reason: "the document has no client_id or no redirect_uris, or is no JSON" };
  if (data.client_id !== clientId) return { reason: "the document names another client_id" };
  const { token_endpoint_auth_method: preferred, token_endpoint_auth_methods_supported: supported } = data;
  const methods = preferred === undefined ? supported : [preferred, ...supported];
  // A secret in a public document is not secret, and keys of clients are not supported here.
  if (methods[0] !== undefined && !methods.includes("none"))
    return { reason: "the document does not allow the client authentication none", method: toClientName(methods[0]) };
  const { host } = new URL(clientId);
  const redirectUris = data.redirect_uris.filter(isAllowedRedirectUri);
  return { id: clientId, name: toClientName(data.client_name ?? "") || host, host, redirectUris };
}

/** How long a document is kept, by its Cache-Control header. */
export function computeCacheSeconds(cacheControl: string | undefined): number {
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? "") ?? [];
  const wanted = /no-store|no-cache/i.test(cacheControl ?? "") ? 0 : Number(seconds ?? 0);
  return Math.min(Math.max(wanted, cacheSecondsMin), cacheSecondsMax);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
