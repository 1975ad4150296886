import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Bus, openBus } from "./bus.js";
import { createLogger } from "../telemetry/logger.js";
import { eventually } from "../testing/index.js";

const logger = createLogger("kit", "silent");
const open: Array<{ bus: Bus; server: Server; sockets: Set<Socket> }> = [];
afterEach(async () => {
  for (const { bus, server, sockets } of open.splice(0)) {
    await bus.close();
    sockets.forEach((socket) => socket.destroy());
    server.close();
  }
});

/** A NATS server that implements only the start of the protocol, and refuses the password while `isAuthorized` is false. */
async function startFakeServer(isAuthorized: () => boolean) {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write('INFO {"server_id":"fake","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}\r\n');
    socket.on("data", (data) => {
      const text = data.toString();
      received.push(text);
      if (text.includes("CONNECT") && !isAuthorized()) socket.end("-ERR 'Authorization Violation'\r\n");
      else if (text.includes("PING")) socket.write("PONG\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const bus = openBus({ url: `nats://127.0.0.1:${port}`, name: "kit", logger });
  open.push({ bus, server, sockets });
  return { bus, sockets, received };
}

test("a NATS server that refuses the password at first is retried like one that is unreachable", async () => {
  let refused = 0;
  const { bus, received } = await startFakeServer(() => (refused += 1) > 3);
  bus.subscribe("subject", () => undefined);
  await bus.connected();
  await eventually(() => expect(received.join("")).toContain("SUB subject"));
});

test("a password that is refused for a while does not end the connection for ever", async () => {
  let isAuthorized = true;
  let refused = 0;
  const { bus, sockets } = await startFakeServer(() => {
    if (!isAuthorized) refused += 1;
    return isAuthorized;
  });
  await bus.connected();
  isAuthorized = false;
  sockets.forEach((socket) => socket.destroy());
  await eventually(() => expect(refused).toBeGreaterThan(3));
  expect(bus.current()).toBeDefined();
  isAuthorized = true;
  await eventually(() => bus.current()?.flush());
});
