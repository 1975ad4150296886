import { createServer, type AddressInfo, type Socket } from "node:net";
import { type Server, ServerCredentials } from "@grpc/grpc-js";

/** The first byte of a TLS connection: a handshake record. A plain gRPC connection begins with "PRI". */
const tlsHandshake = 0x16;
/** A connection that sends nothing is closed after this time. */
const firstByteMs = 10_000;

/**
 * Accepts plain and TLS connections on one port, for the change from one to the other without an outage.
 * @returns the port, and how to accept no more connections
 */
export async function listenPlainOrTls(
  server: Server,
  credentials: ServerCredentials,
  host: string,
  port: number,
): Promise<{ port: number; stop: () => void }> {
  const plain = server.createConnectionInjector(ServerCredentials.createInsecure());
  const tls = server.createConnectionInjector(credentials);
  const listener = createServer((socket) => {
    const discard = () => void socket.destroy();
    socket.setTimeout(firstByteMs, discard);
    socket.once("error", discard);
    socket.once("readable", () => {
      const first = readFirstBytes(socket);
      socket.setTimeout(0);
      socket.off("timeout", discard);
      if (!first) return;
      socket.off("error", discard);
      (first[0] === tlsHandshake ? tls : plain).injectConnection(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, host, resolve);
  });
  return { port: (listener.address() as AddressInfo).port, stop: () => void listener.close() };
}

/** The bytes stay in the socket for its next reader. */
function readFirstBytes(socket: Socket): Buffer | undefined {
  const bytes = socket.read() as Buffer | null;
  if (bytes === null) return undefined;
  socket.unshift(bytes);
  return bytes;
}
