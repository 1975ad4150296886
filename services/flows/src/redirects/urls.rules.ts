import { isIP } from "node:net";
import { isReadOtherwise } from "@tenant-ops/kit/egress";
import { fieldName, refused, wording } from "@tenant-ops/kit/errors";

/** The UTM values of a flow; each may be empty. */
export interface Utm {
  source: string;
  medium: string;
  campaign: string;
  content: string;
}

const urlCharactersMax = 2048;

/**
 * Checks an address to which visitors will be sent, and returns it in the form in which a browser reads it.
 * @param allowHttpLoopback whether http addresses of this machine are allowed, for development
 * @param name what the caller calls the parameter
 * @throws Refusal redirect_url_refused
 */
export function parseRedirectUrl(given: string, allowHttpLoopback: boolean, name = "redirect_url"): string {
  const refuseUrl = (why: string) =>
    refused("redirect_url_refused", wording`${fieldName(name)}: ${why}`, undefined, name);
  if (given.length > urlCharactersMax)
    throw refuseUrl(`it has ${given.length} characters; ${urlCharactersMax} are allowed.`);
  if (isReadOtherwise(given)) throw refuseUrl("it may contain no blanks, backslashes or invisible characters.");
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url) throw refuseUrl("write the complete address, such as https://example.com/welcome.");
  const isLoopbackHttp = url.protocol === "http:" && isLoopback(url.hostname);
  if (url.protocol !== "https:" && !(allowHttpLoopback && isLoopbackHttp)) {
    throw refuseUrl("it must begin with https://; visitors are sent nowhere else.");
  }
  if (url.username || url.password) throw refuseUrl("it may contain no user name and no password.");
  if (!/^https?:\/\/[^/]/i.test(given))
    throw refuseUrl("write the complete address, such as https://example.com/welcome.");
  if (url.href.length > urlCharactersMax) {
    throw refuseUrl(`written out it has ${url.href.length} characters; ${urlCharactersMax} are allowed.`);
  }
  return url.href;
}

function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}

export const pickUtm = ({ source, medium, campaign, content }: Utm): Utm => ({ source, medium, campaign, content });

/** Adds the UTM values that are not empty to an address. Other parameters of the address stay. */
export function addUtm(address: string, utm: Utm): string {
  const url = new URL(address);
  const query = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(toUtmParameters(utm))) query.set(name, value);
  url.search = query.toString();
  return url.href;
}

function toUtmParameters({ source, medium, campaign, content }: Utm): Record<string, string> {
  const given = { utm_source: source, utm_medium: medium, utm_campaign: campaign, utm_content: content };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}
