import { invalid, type Refusal, refused } from "../errors/index.js";
import ipaddr from "ipaddr.js";
import { type Cidr, isAllowedAddress } from "./address.rules.js";

export interface UrlRules {
  allowHttp: boolean;
  allowed: readonly Cidr[];
}

const urlLengthMax = 2048;
// Names of private networks. They are refused without a name look-up.
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

/** @param field the field of the request that holds the URL */
export const egressRefused = (field = "url"): Refusal =>
  refused(
    "egress_refused",
    `${field}: this address is not on the public internet, so nothing is sent there.`,
    undefined,
    field,
  );

/**
 * Whether the parser of URLs reads another address than people see: it drops tabs, line ends and invisible characters, and turns "\\" into "/".
 */
export const isReadOtherwise = (text: string): boolean => /[\s\\\p{Cc}\p{Cf}]/u.test(text);

/**
 * Checks what a URL itself shows. The egress client checks the addresses of its name again on every connection.
 * @param field the field of the request that holds the URL
 * @throws Refusal invalid_argument or egress_refused
 */
export function checkUrl(text: string, rules: UrlRules, field = "url"): URL {
  const isReadable = text.length <= urlLengthMax && !isReadOtherwise(text) && URL.canParse(text);
  const url = isReadable ? new URL(text) : undefined;
  if (!url)
    throw invalid(
      field,
      `must be an absolute URL of at most ${urlLengthMax} characters, without blanks, backslashes and invisible characters`,
      "url",
    );
  if (url.protocol !== "https:" && !(rules.allowHttp && url.protocol === "http:"))
    throw invalid(field, "must begin with https://", "https");
  if (url.username || url.password) throw invalid(field, "must not hold a user name or password", "url_with_user");
  if (url.hash) throw invalid(field, "must not have a fragment", "url_with_fragment");
  const port = Number(url.port || 443);
  // Other low ports belong to protocols such as SMTP, which a request could disturb.
  if (port < 1024 && ![80, 443].includes(port))
    throw invalid(field, "the port must be 443, 80 or above 1023", "url_port");
  const host = getHost(url);
  if (ipaddr.isValid(host)) {
    if (!isAllowedAddress(host, rules.allowed)) throw egressRefused(field);
  } else if (!isPublicName(host)) throw egressRefused(field);
  return url;
}

/** The host without the brackets of an IPv6 address and without the dot of the root. */
export function getHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function isPublicName(host: string): boolean {
  return host.includes(".") && !privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}
