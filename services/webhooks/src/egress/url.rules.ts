import { invalid, type Refusal, refused } from "@tenant-ops/kit/errors";
import ipaddr from "ipaddr.js";
import { type Cidr, isAllowedAddress } from "./address.rules.js";

export interface UrlRules {
  allowHttp: boolean;
  allowed: readonly Cidr[];
}

const urlLengthMax = 2048;
// Names of private networks. They are refused whatever a name server answers.
const privateSuffixes = [
  "localhost",
  "local",
  "internal",
  "intranet",
  "lan",
  "home.arpa",
  "corp",
  "onion",
  "test",
  "invalid",
  "svc",
  "arpa",
];

export const egressRefused = (): Refusal =>
  refused("egress_refused", "url: this address is not on the public internet, so nothing is sent there.");

/**
 * Checks what a URL itself shows. The egress client checks the addresses of its name again on every connection.
 * @throws Refusal invalid_argument or egress_refused
 */
export function checkUrl(text: string, rules: UrlRules): URL {
  const url = text.length <= urlLengthMax && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw invalid("url", `must be an absolute URL of at most ${urlLengthMax} characters`);
  if (url.protocol !== "https:" && !(rules.allowHttp && url.protocol === "http:"))
    throw invalid("url", "must begin with https://");
  if (url.username || url.password)
    throw invalid("url", "must not hold a user name or password; use the signature to know us");
  if (url.hash) throw invalid("url", "must not have a fragment");
  const port = Number(url.port || 443);
  // Other low ports belong to protocols such as SMTP, which a request could disturb.
  if (port < 1024 && ![80, 443].includes(port)) throw invalid("url", "the port must be 443, 80 or above 1023");
  const host = getHost(url);
  if (ipaddr.isValid(host)) {
    if (!isAllowedAddress(host, rules.allowed)) throw egressRefused();
  } else if (!isPublicName(host)) throw egressRefused();
  return url;
}

/** The host without the brackets of an IPv6 address and without the dot of the root. */
export function getHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function isPublicName(host: string): boolean {
  return host.includes(".") && !privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}
