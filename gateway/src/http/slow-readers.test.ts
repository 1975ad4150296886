import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway } from "../testing.js";

/** Replaces flows. The page does not fit into the buffers of a connection. */
let flows: Server;
let gateway: TestGateway;
beforeAll(async () => {
  const page = Buffer.alloc(16 * 1024 * 1024, "x");
  flows = createServer((_request, response) => void response.end(page)).listen(0, "127.0.0.1");
  await once(flows, "listening");
  const url = `http://127.0.0.1:${(flows.address() as AddressInfo).port}`;
  const settings = { FLOWS_HTTP_URL: url, IN_FLIGHT_PER_ADDRESS_MAX: "3", REPLY_IDLE_TIMEOUT_MS: "4000" };
  gateway = await startTestGateway(createTestSettings(settings));
});
afterAll(async () => {
  await gateway.close();
  flows.closeAllConnections();
  flows.close();
});

test("connections of callers that do not read their replies are closed, so that they do not use up the requests in flight", async () => {
  const sockets = Array.from({ length: 3 }, () => {
    const socket = connect(gateway.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write("GET /flow/x HTTP/1.1\r\nhost: gateway\r\n\r\n");
    return socket;
  });
  await eventually(async () => expect((await gateway.request("GET", "/nowhere")).status).toBe(503));
  await eventually(async () => expect((await gateway.request("GET", "/nowhere")).status).toBe(404));
  sockets.forEach((socket) => socket.destroy());
});
