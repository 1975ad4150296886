import { parseAddress, parseNetwork, toRateLimitAddress } from "@tenant-ops/kit/http";
import ipaddr from "ipaddr.js";
import { createCache } from "@tenant-ops/kit/caches";

export { isAddressOrNetwork, normalizeAddress, toRateLimitAddress, widenNetwork } from "@tenant-ops/kit/http";

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

/** A customer may own a /48, with 65,536 networks of 64 bits. All of them together get a multiple of the limit of one (`limitFactor`). */
const ipv6SiteBits = 48;
const ipv6SiteLimitFactor = 16;

export interface RateLimitNetwork {
  network: string;
  /** How many times the limit of an address it may use. */
  limitFactor: number;
}

const networksByAddress = createCache<readonly RateLimitNetwork[]>({ max: 10_000 });

/** The networks in which an address is counted; never empty. */
export function listRateLimitNetworks(address: string): readonly RateLimitNetwork[] {
  const networks = networksByAddress.get(address) ?? computeRateLimitNetworks(address);
  networksByAddress.set(address, networks);
  return networks;
}

function computeRateLimitNetworks(address: string): RateLimitNetwork[] {
  const network = toRateLimitAddress(address);
  const own = { network, limitFactor: 1 };
  if (!network.includes(":") || !network.includes("/")) return [own];
  const site = `${ipaddr.IPv6.networkAddressFromCIDR(`${network.split("/")[0]}/${ipv6SiteBits}`)}/${ipv6SiteBits}`;
  return [own, { network: site, limitFactor: ipv6SiteLimitFactor }];
}
