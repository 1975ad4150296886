import { BlockList, isIP } from "node:net";

/** Whether a text is an IP address or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Whether an address is one of these or within one of these networks. */
export function isAddressAllowed(address: string | undefined, allowed: readonly string[]): boolean {
  const list = new BlockList();
  for (const entry of allowed) {
    const [network = "", bits] = entry.split("/");
    const family = isIP(network) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  const plain = normalizeAddress(address);
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/** An IPv4 address that came in over an IPv6 socket, in its own form. A caller who has left has no address any more. */
export function normalizeAddress(address: string | undefined): string {
  return (address ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
}

/**
 * What a limit per address counts: an IPv4 address itself, of an IPv6 address its network of 64 bits. Every customer has one
 * whole, and would else have more addresses than we can count.
 */
export function toRateLimitAddress(address: string | undefined): string {
  const plain = normalizeAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) groups.push("0", "0", "0", "0");
  return `${groups.slice(0, 4).join(":")}::/64`;
}
