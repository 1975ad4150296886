import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

/** The address of the visitor or person. The gateway sets this header and removes one that a browser sends. */
export function getClientAddress(request: FastifyRequest): string {
  return request.headers["x-client-address"]?.toString() ?? request.ip;
}

/** Bits of an IPv6 address that a rate limit counts. */
const ipv6NetworkBits = 64;

/** An IPv4 address that arrived over an IPv6 socket, as IPv4. "" after the caller has closed its socket. */
export function normalizeAddress(address: string | undefined): string {
  return (address ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
}

/**
 * What a limit per address counts: an IPv4 address, or the /64 network of an IPv6 address. A customer usually has a whole
 * /64 network, so a limit per IPv6 address would not limit anything.
 */
export function toRateLimitAddress(address: string | undefined): string {
  const parsed = parseAddress(address);
  if (!parsed) return normalizeAddress(address);
  if (parsed.kind() === "ipv4") return String(parsed);
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${ipv6NetworkBits}`)}/${ipv6NetworkBits}`;
}

export function parseAddress(address: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const text = normalizeAddress(address);
  // ipaddr.js also accepts short and octal forms of IPv4, such as "10.1" and "012.0.0.1".
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined;
}
