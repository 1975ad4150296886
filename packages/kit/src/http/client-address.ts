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

/** Whether a text is an IP address or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** @returns the network with the number of its bits; undefined for a text that is none */
export function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const [address = "", bits, rest] = text.split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isAddress || rest !== undefined) return undefined;
  const parsed = ipaddr.parse(address);
  const bitsMax = parsed.kind() === "ipv4" ? 32 : 128;
  if (bits === undefined) return [parsed, bitsMax];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax ? [parsed, Number(bits)] : undefined;
}

/** Bits of the groups of networks, from narrow to wide. */
const ipv4Widths = [24, 16, 8] as const;
const ipv6Widths = [48, 32, 16] as const;

/**
 * The next wider network: `192.0.2.7` → `192.0.2.0/24`. undefined for the widest one and for a text that is no address.
 * Works on the text, because callers without a credential decide how often it is called.
 * @param network an IPv4 address, a /64 network as `toRateLimitAddress` returns it, or a result of this function
 */
export function widenNetwork(network: string): string | undefined {
  const [address = "", bits] = network.split("/");
  const isIpv6 = address.includes(":");
  const width = (isIpv6 ? ipv6Widths : ipv4Widths).find((wider) => bits === undefined || wider < Number(bits));
  if (width === undefined) return undefined;
  if (isIpv6)
    return `${address
      .replace(/:?:$/, "")
      .split(":")
      .slice(0, width / 16)
      .join(":")}::/${width}`;
  const bytes = address.split(".");
  if (bytes.length !== 4) return undefined;
  return `${[...bytes.slice(0, width / 8), "0", "0", "0"].slice(0, 4).join(".")}/${width}`;
}
