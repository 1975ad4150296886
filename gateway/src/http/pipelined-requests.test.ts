import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway } from "../testing.js";

/** Replaces flows: its answers wait until the test sends them. */
let flows: Server;
let unanswered: ServerResponse[];
let gateway: TestGateway;
beforeAll(async () => {
  unanswered = [];
  flows = createServer((_request, response) => void unanswered.push(response)).listen(0, "127.0.0.1");
  await once(flows, "listening");
  const url = `http://127.0.0.1:${(flows.address() as AddressInfo).port}`;
  gateway = await startTestGateway(createTestSettings({ FLOWS_HTTP_URL: url, IN_FLIGHT_MAX: "10" }));
});
afterAll(async () => {
  await gateway.close();
  flows.closeAllConnections();
  flows.close();
});

const write = (path: string) => `GET ${path} HTTP/1.1\r\nhost: gateway\r\n\r\n`;

function send(text: string): Socket {
  const socket = connect(gateway.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(text);
  return socket;
}

/** The request that flows has received and not answered. */
async function takeUnanswered(): Promise<ServerResponse> {
  return eventually(async () => {
    const [first] = unanswered.splice(0);
    if (!first) throw new Error("flows has received nothing");
    return first;
  });
}

test("requests that wait behind a slow one on the same connection are not counted as in flight, also when the connection ends before they begin", async () => {
  for (let connection = 0; connection < 5; connection += 1) {
    const socket = send(write("/flow/slow") + write("/nowhere").repeat(8));
    const slow = await takeUnanswered();
    expect((await gateway.request("GET", "/nowhere")).status).toBe(404);
    socket.resetAndDestroy();
    slow.end();
  }
  await eventually(async () => expect((await gateway.request("GET", "/nowhere")).status).toBe(404));
});

test("pipelined requests are answered in their order", async () => {
  const socket = send(write("/flow/slow") + write("/nowhere") + write("/oauth/authorize?x"));
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString("utf8")));
  (await takeUnanswered()).end("the page");
  await eventually(async () => expect(received.match(/HTTP\/1.1 \d+/g)).toHaveLength(3));
  expect(received).toMatch(/^HTTP\/1.1 200 [^]*the page[^]*route_not_found[^]*unsupported_response_type/);
  socket.destroy();
});

test("a connection that sends requests without end and reads no answer is closed", async () => {
  const socket = send(write("/flow/slow") + write("/nowhere").repeat(100));
  await once(socket, "close");
  expect((await gateway.request("GET", "/nowhere")).status).toBe(404);
  (await takeUnanswered()).end();
});
