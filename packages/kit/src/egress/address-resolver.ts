import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { isAllowedAddress } from "./address.rules.js";
import { EgressError } from "./egress-errors.js";
import type { EgressOptions } from "./egress.types.js";

export interface AddressResolver {
  /**
   * The addresses of a host. A host name is refused if any address it resolves to is forbidden.
   * @throws EgressError dns or egress_refused
   */
  resolve(host: string): Promise<string[]>;
  cancel(): void;
}

export function createAddressResolver({ allowed, dnsServers }: EgressOptions): AddressResolver {
  // c-ares instead of getaddrinfo: it reads neither /etc/hosts nor search domains and does not use the thread pool.
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (dnsServers) resolver.setServers(dnsServers);
  return {
    async resolve(host) {
      const addresses = isIP(host) ? [host] : await lookUp(resolver, host.replace(/\.$/, ""));
      if (addresses.length === 0) throw new EgressError("dns");
      if (!addresses.every((address) => isAllowedAddress(address, allowed))) throw new EgressError("egress_refused");
      return addresses;
    },
    cancel: () => resolver.cancel(),
  };
}

async function lookUp(resolver: Resolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}
