import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { isAllowedAddress } from "./address.rules.js";
import type { EgressFailure, EgressOptions } from "./egress.types.js";

export class EgressError extends Error {
  constructor(readonly failure: EgressFailure) {
    super(failure);
  }
}

const failureByCode: Record<string, EgressFailure> = {
  egress_refused: "egress_refused",
  invalid_argument: "egress_refused",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "bad_answer",
  UND_ERR_SOCKET: "reset",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ECONNREFUSED: "connect",
  EHOSTUNREACH: "connect",
  ENETUNREACH: "connect",
  ETIMEDOUT: "timeout",
};

// Codes of Node and of OpenSSL, also those of its certificate checks. UNSPECIFIED stands for checks without a code in Node.
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERROR_IN_CERT|UNSPECIFIED)/;

export function toEgressFailure(error: unknown): EgressFailure {
  if (error instanceof EgressError) return error.failure;
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === "HTTPParserError") return "bad_answer";
  if (typeof code !== "string") return "connect";
  if (tlsCodes.test(code)) return "tls";
  return failureByCode[code] ?? "connect";
}

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
