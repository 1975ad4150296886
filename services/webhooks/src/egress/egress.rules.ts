import { invalid, type Refusal, refused } from "@tenant-ops/kit/errors";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Cidr = [Address, number];

export function parseCidrs(text: string): Cidr[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    if (!ipaddr.isValidCIDR(part)) throw new Error(`"${part}" is not a network such as 127.0.0.1/32`);
    return ipaddr.parseCIDR(part);
  });
}

// Public by their number and yet doors into a platform.
const platformAddresses = new Set([
  "168.63.129.16", // Azure's host
]);
const globalIPv6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
const nat64 = ipaddr.parseCIDR("64:ff9b::/96") as [ipaddr.IPv6, number];

/**
 * Whether a request may go to this address. Says yes only to what is known to be public; everything unknown is refused.
 * @param allowed networks that the operator opened, for development
 */
export function isReachable(text: string, allowed: readonly Cidr[] = []): boolean {
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = unwrap(ipaddr.parse(text));
  if (allowed.some((network) => network[0].kind() === address.kind() && address.match(network))) return true;
  if (address.range() !== "unicast" || platformAddresses.has(address.toString())) return false;
  if (address instanceof ipaddr.IPv4) return true;
  // `unicast` is also what ipaddr.js calls ::7f00:1 and everything else that nobody has registered.
  return address.match(globalIPv6) && !isIsatap(address);
}

/** The IPv4 address inside a mapped or NAT64 one: that is where the packet ends. */
function unwrap(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

/** An interface id of ISATAP carries an IPv4 address, under any prefix. @see https://www.rfc-editor.org/rfc/rfc5214#section-6.1 */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [high = 0, low = 0] = address.parts.slice(4, 6);
  return (high & ~0x0200) === 0 && low === 0x5efe;
}

export const egressRefused = (): Refusal =>
  refused("egress_refused", "url: this address is not on the public internet, so nothing is sent there.");

export interface UrlRules {
  allowHttp: boolean;
  allowed: readonly Cidr[];
}

const urlLengthMax = 2048;
// Names that never lead to the public internet, whoever answers for them.
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

/**
 * What can be said of a URL without asking anybody. The egress client judges the addresses again on every connection.
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
  // Mail, databases in their old places, printers: a TLS greeting there is noise at best.
  if (port < 1024 && ![80, 443].includes(port)) throw invalid("url", "the port must be 443, 80 or above 1023");
  const host = hostOf(url);
  if (ipaddr.isValid(host)) {
    if (!isReachable(host, rules.allowed)) throw egressRefused();
  } else if (!isPublicName(host)) throw egressRefused();
  return url;
}

/** The host without brackets and without the dot of the root. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function isPublicName(host: string): boolean {
  return host.includes(".") && !privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}
