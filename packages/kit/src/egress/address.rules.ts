import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Cidr = [Address, number];

/** @throws Error that names the part which is not a network */
export function parseCidrs(text: string): Cidr[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    if (!ipaddr.isValidCIDR(part)) throw new Error(`"${part}" is not a network such as 127.0.0.1/32`);
    return ipaddr.parseCIDR(part);
  });
}

// Public addresses that lead into a cloud platform.
const platformAddresses = new Set([
  "168.63.129.16", // the host of Azure's virtual machines
]);
const globalIPv6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
const nat64 = ipaddr.parseCIDR("64:ff9b::/96") as [ipaddr.IPv6, number];

/**
 * Whether a request may be sent to this address. Only addresses that are known to be public are allowed.
 * @param allowed networks that the operator allows although they are not public, for development
 */
export function isAllowedAddress(text: string, allowed: readonly Cidr[] = []): boolean {
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = toEmbeddedIPv4(ipaddr.parse(text));
  if (allowed.some((network) => network[0].kind() === address.kind() && address.match(network))) return true;
  if (address.range() !== "unicast" || platformAddresses.has(address.toString())) return false;
  if (address instanceof ipaddr.IPv4) return true;
  // ipaddr.js also calls ::7f00:1 and every other unassigned range "unicast".
  return address.match(globalIPv6) && !isIsatap(address);
}

/** The IPv4 address inside a mapped or NAT64 address, because packets are sent there; any other address unchanged. */
function toEmbeddedIPv4(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

/**
 * The interface id of an ISATAP address holds an IPv4 address, under any prefix.
 * @see https://www.rfc-editor.org/rfc/rfc5214#section-6.1
 */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [high = 0, low = 0] = address.parts.slice(4, 6);
  return (high & ~0x0200) === 0 && low === 0x5efe;
}
