import { isIP } from "node:net";
import { refused } from "@tenant-ops/kit/errors";

const charactersMax = 2048;

export interface Utm {
  source: string;
  medium: string;
  campaign: string;
  content: string;
}

/**
 * An address to which visitors may be sent, in the form in which a browser would read it.
 * @param allowHttpLoopback http to this machine is fine while developing
 * @throws Refusal redirect_url_refused
 */
export function planUrl(given: string, allowHttpLoopback: boolean): string {
  const no = (why: string) => refused("redirect_url_refused", `redirect_url: ${why}`);
  if (given.length > charactersMax) throw no(`it has ${given.length} characters; ${charactersMax} are allowed.`);
  // A browser drops tabs and line ends and turns "\" into "/": what it opens would not be what people read here.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(given)) throw no("it may contain no blanks, backslashes or invisible characters.");
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url) throw no("write the complete address, such as https://example.com/welcome.");
  const isLoopbackHttp = url.protocol === "http:" && isLoopback(url.hostname);
  if (url.protocol !== "https:" && !(allowHttpLoopback && isLoopbackHttp)) {
    throw no("it must begin with https://; visitors are sent nowhere else.");
  }
  if (url.username || url.password) throw no("it may contain no user name and no password.");
  if (!/^https?:\/\/[^/]/i.test(given)) throw no("write the complete address, such as https://example.com/welcome.");
  if (url.href.length > charactersMax) {
    throw no(`written out it has ${url.href.length} characters; ${charactersMax} are allowed.`);
  }
  return url.href;
}

function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}

/** The address with the flow's UTM values; what the address already says under other names stays. */
export function withUtm(address: string, utm: Utm): string {
  const url = new URL(address);
  const query = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(utmParameters(utm))) query.set(name, value);
  url.search = query.toString();
  return url.href;
}

function utmParameters({ source, medium, campaign, content }: Utm): Record<string, string> {
  const given = { utm_source: source, utm_medium: medium, utm_campaign: campaign, utm_content: content };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}
