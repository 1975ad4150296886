import dns from "node:dns";
import { isIP, isIPv6 } from "node:net";

/** The addresses of the replicas of a service, from its configured address. */
export interface ReplicaAddresses {
  /** The name that their certificates must carry; undefined when the address is not a name. */
  name?: string;
  /** Targets of grpc-js, each one replica. @throws Error when the name cannot be resolved */
  resolve: () => Promise<string[]>;
}

/** Understands `host:port`, `dns:host:port`, `dns:///host:port`, `ipv4:a:1,b:2` and `ipv6:[a]:1,[b]:2`; anything else is one replica. */
export function parseAddress(address: string): ReplicaAddresses {
  const [, scheme, list = ""] = /^(ipv[46]):(.*)$/.exec(address) ?? [];
  if (scheme) return { resolve: async () => list.split(",").map((one) => `${scheme}:${one}`) };
  const { host, port } = /^(?:dns:(?:\/\/\/)?)?(?<host>\[[^\]]+\]|[^/:]+):(?<port>\d+)$/.exec(address)?.groups ?? {};
  if (host === undefined || port === undefined) return { resolve: async () => [address] };
  const name = host.replace(/^\[|\]$/g, "");
  if (isIP(name)) return { resolve: async () => [toTarget(name, port)] };
  return {
    name,
    resolve: async () => (await dns.promises.lookup(name, { all: true })).map((found) => toTarget(found.address, port)),
  };
}

function toTarget(ip: string, port: string): string {
  return isIPv6(ip) ? `ipv6:[${ip}]:${port}` : `ipv4:${ip}:${port}`;
}
