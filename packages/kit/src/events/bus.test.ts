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

/** A NATS server that says no more than the beginning of its protocol, and turns away whom it does not know. */
async function startDoor(isKnown: () => boolean) {
  const sockets = new Set<Socket>();
  const heard: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write('INFO {"server_id":"door","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}\r\n');
    socket.on("data", (data) => {
      const text = data.toString();
      heard.push(text);
      if (text.includes("CONNECT") && !isKnown()) socket.end("-ERR 'Authorization Violation'\r\n");
      else if (text.includes("PING")) socket.write("PONG\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const bus = openBus({ url: `nats://127.0.0.1:${port}`, name: "kit", logger });
  open.push({ bus, server, sockets });
  return { bus, sockets, heard };
}

test("a NATS server that does not know us yet is waited for like one that is away", async () => {
  let refused = 0;
  const { bus, heard } = await startDoor(() => (refused += 1) > 3);
  bus.subscribe("news", () => undefined);
  await bus.connected();
  await eventually(() => expect(heard.join("")).toContain("SUB news"));
});

test("credentials that are refused for a while do not end a connection for ever", async () => {
  let isKnown = true;
  let refused = 0;
  const { bus, sockets } = await startDoor(() => {
    if (!isKnown) refused += 1;
    return isKnown;
  });
  await bus.connected();
  isKnown = false;
  sockets.forEach((socket) => socket.destroy());
  await eventually(() => expect(refused).toBeGreaterThan(3));
  expect(bus.current()).toBeDefined();
  isKnown = true;
  await eventually(() => bus.current()?.flush());
});
