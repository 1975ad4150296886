import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Bits of an IPv6 address that a rate limit counts. */
const ipv6NetworkBits = 64;

/** Whether a text is an IP address or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** Whether an address is one of these, or in one of these networks. An IPv4 address may arrive over an IPv6 socket. */
export function isAddressAllowed(address: string | undefined, allowed: readonly string[]): boolean {
  const parsed = parseAddress(address);
  if (!parsed) return false;
  // A network in IPv6 form, such as ::/0 or ::ffff:10.0.0.0/104, also contains IPv4 addresses.
  const forms = parsed instanceof ipaddr.IPv4 ? [parsed, parsed.toIPv4MappedAddress()] : [parsed];
  return allowed.some((entry) => {
    const network = parseNetwork(entry);
    return network !== undefined && forms.some((form) => form.kind() === network[0].kind() && form.match(network));
  });
}

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

function parseAddress(address: string | undefined): Address | undefined {
  const text = normalizeAddress(address);
  // ipaddr.js also accepts short and octal forms of IPv4, such as "10.1" and "012.0.0.1".
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined;
}

function parseNetwork(text: string): [Address, number] | undefined {
  const [address = "", bits, rest] = text.split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isAddress || rest !== undefined) return undefined;
  const parsed = ipaddr.parse(address);
  const bitsMax = parsed.kind() === "ipv4" ? 32 : 128;
  if (bits === undefined) return [parsed, bitsMax];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax ? [parsed, Number(bits)] : undefined;
}
