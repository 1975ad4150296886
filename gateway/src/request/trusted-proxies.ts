import type { FastifyInstance } from "fastify";
import { isAddressOrNetwork } from "./client-address.js";
import { onEachRequest } from "./each-request.js";

/** The setting for a gateway that callers reach without a proxy. It is an explicit value, so that operators must decide. */
const noProxies = "none";
const forwardedFor = "x-forwarded-for";

/** @returns the addresses and networks, or a sentence that describes the error */
export function parseTrustedProxies(text: string): string[] | string {
  const entries = text.split(",").map((entry) => entry.trim());
  if (text.trim() === noProxies) return [];
  const wrong = entries.find((entry) => !isAddressOrNetwork(entry));
  if (wrong !== undefined)
    return `${JSON.stringify(wrong)} is no address and no network such as 10.0.0.0/8; write ${noProxies} without a proxy`;
  const all = entries.find((entry) => /\/0+$/.test(entry));
  if (all !== undefined)
    return `${JSON.stringify(all)} contains every address: every caller could name an address of its choice`;
  return entries;
}

/**
 * Removes from `X-Forwarded-For` entries that are no address, and everything to the left of them: only the proxy that wrote such an entry could
 * confirm the entries before it. Must be before every hook that reads `request.ip`, for which Fastify reads the header.
 */
export function rejectMalformedForwardedAddresses(app: FastifyInstance): void {
  onEachRequest(app, ({ raw }) => {
    const given = raw.headers[forwardedFor];
    if (given === undefined) return;
    const kept = keepAddresses([given].flat().join(","));
    if (kept === "") delete raw.headers[forwardedFor];
    else raw.headers[forwardedFor] = kept;
  });
}

/** The right end of the list, as far as it consists of addresses. Some proxies add the port; it is removed. */
export function keepAddresses(list: string): string {
  const entries = list.split(",").map((entry) => toAddress(entry.trim()));
  return entries.slice(entries.lastIndexOf(undefined) + 1).join(", ");
}

function toAddress(entry: string): string | undefined {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? [];
  const address = inBrackets ?? entry.replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, "$1");
  return !address.includes("/") && isAddressOrNetwork(address) ? address : undefined;
}
