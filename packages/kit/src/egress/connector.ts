import { isIP, type Socket } from "node:net";
import { buildConnector } from "undici";
import { type Cidr, isAllowedAddress } from "./address.rules.js";
import { type AddressResolver, EgressError } from "./address-resolver.js";
import type { EgressOptions } from "./egress.types.js";

const addressesTriedMax = 4;

/**
 * Connects only to checked addresses: the connector gets the address and not the name, so no second look-up can answer
 * differently, and the remote address of the connected socket is checked once more.
 */
export function createConnector(
  { allowed, timeoutMs }: EgressOptions,
  resolver: AddressResolver,
): buildConnector.connector {
  const connectTo = buildConnector({
    // When the first address of a name does not answer, time remains for the second.
    timeout: Math.ceil(timeoutMs / 3),
    allowH2: false,
    minVersion: "TLSv1.2",
    autoSelectFamily: false,
  });

  async function connect(target: buildConnector.Options): Promise<Socket> {
    const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
    const servername = isIP(host) ? undefined : host.replace(/\.$/, "");
    let failure: Error = new EgressError("dns");
    for (const address of (await resolver.resolve(host)).slice(0, addressesTriedMax)) {
      const pinned = { ...target, hostname: address, ...(servername && { servername }) };
      try {
        return await connectChecked(pinned, allowed, connectTo);
      } catch (error) {
        failure = toError(error);
      }
    }
    throw failure;
  }

  async function connectAndCall(target: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    let socket: Socket;
    try {
      socket = await connect(target);
    } catch (error) {
      callback(toError(error), null);
      return;
    }
    callback(null, socket);
  }

  return (target, callback) => void connectAndCall(target, callback);
}

function connectChecked(
  target: buildConnector.Options,
  allowed: readonly Cidr[],
  connectTo: buildConnector.connector,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connectTo(target, (error, socket) => {
      if (!socket) return reject(error ?? new EgressError("connect"));
      if (isAllowedAddress(socket.remoteAddress ?? "", allowed)) return resolve(socket);
      socket.destroy();
      reject(new EgressError("egress_refused"));
    });
  });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new EgressError("connect");
}
