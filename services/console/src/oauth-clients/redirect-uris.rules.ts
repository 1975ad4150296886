const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Schemes that well-known hosts of agents open. Any other scheme of an application needs a dot, as RFC 8252 says for all of them. */
const knownSchemes = new Set([
  "claude:",
  "cursor:",
  "goose:",
  "raycast:",
  "vscode:",
  "vscode-insiders:",
  "vscodium:",
  "windsurf:",
  "zed:",
]);
const reverseDomainScheme = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

/** How many characters a redirect URI may have. */
export const redirectUriLengthMax = 2000;

/** Whether a text can be a redirect URI (RFC 3986): https, http to this computer, or the scheme of an application. */
export function isAllowedRedirectUri(text: string): boolean {
  // The address is sent as it was registered, and a header carries no other characters.
  const url = /^[\x21-\x7e]+$/.test(text) ? parseUri(text) : undefined;
  if (!url || text.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return url.hostname !== "";
  if (url.protocol === "http:") return loopbackHosts.has(url.hostname);
  return knownSchemes.has(url.protocol) || reverseDomainScheme.test(url.protocol);
}

/**
 * Whether a request may redirect to this URI. Only the port of a loopback URI may differ: an application on the computer of the
 * person takes any free port (RFC 8252, section 7.3).
 */
export function matchesRedirectUri(requested: string, registered: readonly string[]): boolean {
  if (!isAllowedRedirectUri(requested)) return false;
  return registered.some((uri) => uri === requested || isSameLoopbackUri(requested, uri));
}

function isSameLoopbackUri(requested: string, registered: string): boolean {
  const [one, other] = [parseUri(requested), parseUri(registered)];
  if (!one || !other || !isLoopback(one) || !isLoopback(other)) return false;
  return one.hostname === other.hostname && one.pathname === other.pathname && one.search === other.search;
}

/** Where the browser goes, as shown to the person: a host, undefined for this computer, or the scheme of an application. */
export function describeRedirect(text: string): { host: string; isThisComputer: boolean } {
  const url = new URL(text);
  if (isLoopback(url)) return { host: url.host, isThisComputer: true };
  return { host: url.protocol === "https:" ? url.host : url.protocol, isThisComputer: url.protocol !== "https:" };
}

/** The sources for `form-action` that allow a redirect to this URI after the form. */
export function listFormTargets(text: string): string[] {
  const url = new URL(text);
  // The client may redirect once more, to a page that reports the success. The policy has no syntax for an IPv6 address.
  if (url.protocol === "https:") return ["https:"];
  return [url.hostname.startsWith("[") ? url.protocol : (getOrigin(url) ?? url.protocol), "https:"];
}

function getOrigin(url: URL): string | undefined {
  return url.origin === "null" ? undefined : url.origin;
}

function isLoopback(url: URL): boolean {
  return url.protocol === "http:" && loopbackHosts.has(url.hostname);
}

function parseUri(text: string): URL | undefined {
  return text.length <= redirectUriLengthMax && URL.canParse(text) ? new URL(text) : undefined;
}
