import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface FakeNatsOptions {
  /** The password is refused while it is false. */
  isAuthorized?: () => boolean;
  version?: string;
  /** Until then the server accepts connections and sends nothing. */
  answersAfter?: Promise<void>;
}

/** A NATS server that implements only the start of the protocol. */
export async function startFakeNats({
  isAuthorized = () => true,
  version = "2.9.10",
  answersAfter = Promise.resolve(),
}: FakeNatsOptions = {}) {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      const text = data.toString();
      received.push(text);
      if (text.includes("CONNECT") && !isAuthorized()) socket.end("-ERR 'Authorization Violation'\r\n");
      else if (text.includes("PING")) socket.write("PONG\r\n");
    });
    const info = { server_id: "fake", version, proto: 1, headers: true, max_payload: 1_048_576 };
    void answersAfter.then(() => socket.write(`INFO ${JSON.stringify(info)}\r\n`));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  };
  return { url: `nats://127.0.0.1:${port}`, sockets, received, stop };
}
