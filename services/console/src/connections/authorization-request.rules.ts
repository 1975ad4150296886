import { describeRedirect, matchesRedirectUri, redirectUriLengthMax } from "../oauth-clients/redirect-uris.rules.js";
import { readRequestedScopes } from "./scopes.rules.js";
import type { OauthClient } from "../oauth-clients/registration.rules.js";
import type { AuthorizationRequest } from "./connections.rules.js";

const stateLengthMax = 4000;
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** Parameters that RFC 6749 allows once. */
const names = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
] as const;

export type AuthorizationQuery = Record<(typeof names)[number], string | null> & { resources: string[] };

/** @returns undefined when a parameter is given twice or is too long: then even the client is uncertain */
export function readAuthorizationQuery(params: URLSearchParams): AuthorizationQuery | undefined {
  if (names.some((name) => params.getAll(name).length > 1)) return undefined;
  const query = Object.fromEntries(names.map((name) => [name, params.get(name)])) as Record<
    (typeof names)[number],
    string | null
  >;
  const isTooLong =
    (query.state ?? "").length > stateLengthMax || (query.client_id ?? "").length > redirectUriLengthMax;
  return isTooLong ? undefined : { ...query, resources: params.getAll("resource") };
}

/** An error of RFC 6749, section 4.1.2.1, that is sent to the client. */
export interface AuthorizationError {
  error: string;
  description: string;
}

/** Whether the browser may be redirected to the redirect_uri. Without this check, the answer would be sent to any address in a link. */
export function isOwnRedirect({ redirect_uri: uri }: AuthorizationQuery, client: OauthClient): boolean {
  return uri !== null && matchesRedirectUri(uri, client.redirectUris);
}

/** The rest of the request, for a client and a redirect_uri that are known. @param issuer public address of the gateway */
export function checkAuthorizationRequest(
  query: AuthorizationQuery,
  { id, name, host }: OauthClient,
  issuer: string,
): AuthorizationRequest | AuthorizationError {
  const redirectUri = query.redirect_uri ?? "";
  if (query.response_type !== "code")
    return { error: "unsupported_response_type", description: "The only response_type is code." };
  if (query.code_challenge_method !== "S256" || !challengePattern.test(query.code_challenge ?? ""))
    return {
      error: "invalid_request",
      description: "Send code_challenge and code_challenge_method=S256 (PKCE); plain is not accepted.",
    };
  if (!query.resources.every((resource) => isOwnResource(resource, issuer)))
    return { error: "invalid_target", description: "This resource is not served here." };
  const scopes = readRequestedScopes(query.scope ?? "");
  if (scopes.length === 0) return { error: "invalid_scope", description: "None of these scopes exist here." };
  return {
    client: { id, name, host, redirectHost: describeRedirect(redirectUri).host },
    redirectUri,
    state: query.state,
    challenge: query.code_challenge ?? "",
    resource: query.resources[0] ?? "",
    scopes,
  };
}

/** The MCP endpoint and everything else below the public address. The gateway has the same rule at its token endpoint. */
function isOwnResource(resource: string, issuer: string): boolean {
  return resource === issuer || resource.startsWith(`${issuer}/`);
}

/**
 * The address to which the browser goes with the answer. With `iss` a client of several servers knows from which of them the answer comes (RFC 9207).
 */
export function createAnswerUrl(
  redirectUri: string,
  { state, issuer, ...answer }: { state: string | null; issuer: string } & Record<string, string | null>,
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...answer, state, iss: issuer })) {
    if (value !== null) params.set(name, value);
  }
  // Appended as text, because a URL parser would normalise the rest of the registered URI.
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${params.toString()}`;
}
