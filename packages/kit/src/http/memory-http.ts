import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import type { buildConnector } from "undici";

/** HTTP between the parts of one process: the same servers and the same client, over connections that exist only in memory. */
export interface MemoryHttp {
  /** Lets `connect` reach this server as `http://<service>`. It must not listen on a port. @returns how to refuse new connections */
  add(service: string, server: Server): () => void;
  /** For the option `connect` of an undici dispatcher. */
  connect: buildConnector.connector;
}

/** The address of a service for a dispatcher with `MemoryHttp.connect`. */
export const toMemoryUrl = (service: string): string => `http://${service}`;

export function createMemoryHttp(): MemoryHttp {
  const servers = new Map<string, Server>();
  return {
    add(service, server) {
      servers.set(service, server);
      return () => void servers.delete(service);
    },
    connect({ hostname }, callback) {
      const server = servers.get(hostname);
      if (!server) {
        queueMicrotask(() => callback(createRefusedError(hostname), null));
        return;
      }
      const [caller, accepted] = createConnection();
      server.emit("connection", accepted);
      // undici and Node use nothing of a socket that a stream does not have.
      queueMicrotask(() => callback(null, caller as Socket));
    },
  };
}

/** Two streams, each of which reads what the other one writes. Like the ends of a socket, they close together. */
function createConnection(): [Duplex, Duplex] {
  const ends = duplexPair();
  const [one, other] = ends;
  one.once("close", () => other.destroy());
  other.once("close", () => one.destroy());
  return ends;
}

/** The error of a closed port, so that callers treat it as one: the request was not sent. */
function createRefusedError(service: string): Error {
  return Object.assign(new Error(`${service} accepts no connections`), { code: "ECONNREFUSED" });
}
