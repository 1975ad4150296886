import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { readBeforeClosing } from "@tenant-ops/kit/http";
import { sendWithoutReading } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey } from "../testing.js";

// Replaces flows: counts the bytes of each request while they arrive.
interface Arrived {
  headers: IncomingMessage["headers"];
  bytes: number;
}

let flows: Server;
let arrived: Arrived[];
let gateway: TestGateway;
let tenant: TestKey;

beforeAll(async () => {
  flows = createServer((request, response) => {
    const entry: Arrived = { headers: request.headers, bytes: 0 };
    arrived.push(entry);
    if (request.url?.endsWith("&unread")) {
      response.writeHead(409, { "content-type": "application/json", connection: "close" }).end("{}");
      return;
    }
    request.on("data", (data: Buffer) => (entry.bytes += data.length));
    request.on("end", () => response.writeHead(201, { "content-type": "application/json" }).end("{}"));
    request.on("error", () => {});
  });
  readBeforeClosing(flows);
  flows.listen(0, "127.0.0.1");
  await once(flows, "listening");
  const address = `http://127.0.0.1:${(flows.address() as AddressInfo).port}`;
  const settings = { FLOWS_HTTP_URL: address, REQUEST_TIMEOUT_MS: "3000", UPLOAD_TIMEOUT_MS: "60000" };
  gateway = await startTestGateway(createTestSettings(settings));
  tenant = await gateway.createTenant();
});
beforeEach(() => void (arrived = []));
afterAll(async () => {
  await gateway.close();
  flows.closeAllConnections();
  flows.close();
});

const path = "/v1/public/flows/summer/documents?kind=terms";
const fileType = "application/octet-stream";
const own = (given: TestKey = tenant) => ({ "x-api-key": given.key, "x-business-id": given.businessId });

/** Begins an upload of `length` bytes and sends none of them yet. */
function beginUpload(length: number, headers: Record<string, string> = own()) {
  const request = httpRequest({
    host: "127.0.0.1",
    port: gateway.port,
    path,
    method: "POST",
    headers: { ...headers, "content-type": fileType, "content-length": String(length) },
  });
  request.on("error", () => {});
  request.flushHeaders();
  const answer = once(request, "response").then(([response]) => {
    (response as IncomingMessage).resume();
    return (response as IncomingMessage).statusCode;
  });
  answer.catch(() => {});
  return { request, answer };
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await setImmediate();
}

async function send(body: Uint8Array | string, headers: Record<string, string> = own(), type = fileType) {
  const response = await fetch(`${gateway.url}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": type },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
  return { status: response.status, body: (await response.json()) as { error?: string; detail?: string } };
}

describe("a file", () => {
  test("of 10 MiB reaches the service whole, with its type, length and idempotency key", async () => {
    const size = 10 * 1024 * 1024;
    expect((await send(Buffer.alloc(size, 1), { ...own(), "idempotency-key": "k-1" })).status).toBe(201);
    expect(arrived).toMatchObject([
      { bytes: size, headers: { "content-type": fileType, "content-length": String(size), "idempotency-key": "k-1" } },
    ]);
  });

  test("is passed on while it arrives", async () => {
    const { request, answer } = beginUpload(200_000);
    request.write(Buffer.alloc(100_000));
    await waitUntil(() => (arrived[0]?.bytes ?? 0) >= 100_000);
    request.end(Buffer.alloc(100_000));
    expect(await answer).toBe(201);
  });

  test("may take longer than other requests have", async () => {
    const { request, answer } = beginUpload(2);
    request.write("a");
    await waitUntil(() => arrived.length === 1);
    // Another request with the same pauses is refused when its time is over; the upload is still open then.
    const other = httpRequest({
      host: "127.0.0.1",
      port: gateway.port,
      path: "/v1/public/flows",
      method: "POST",
      headers: { ...own(), "content-type": "application/json", "content-length": "2" },
    });
    other.on("error", () => {});
    other.write("{");
    const [refused] = (await once(other, "response")) as [IncomingMessage];
    expect(refused.statusCode).toBe(408);
    request.end("b");
    expect(await answer).toBe(201);
  });
});

test("the answer of a service that reads no file reaches a client that writes it whole before it reads", async () => {
  const head = [`POST ${path}&unread HTTP/1.1`, "host: g", "connection: close", `content-type: ${fileType}`];
  const headers = Object.entries({ ...own(), "content-length": "10000000" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const request = `${[...head, ...headers].join("\r\n")}\r\n\r\n`;
  expect(await sendWithoutReading(gateway.port, request, Buffer.alloc(10_000_000))).toMatch(/^HTTP\/1.1 409 /);
});

describe("is refused before it is read:", () => {
  const tooLong = 10 * 1024 * 1024 + 1;

  test("a file of any length without a credential", async () => {
    const { answer } = beginUpload(tooLong, {});
    expect([await answer, arrived]).toEqual([401, []]);
  });

  test("a file that is too long", async () => {
    const { answer } = beginUpload(tooLong);
    expect([await answer, arrived]).toEqual([413, []]);
  });

  test("a body of another type", async () => {
    expect(await send("{}", own(), "application/json")).toMatchObject({
      status: 415,
      body: { error: "unsupported_media_type", detail: expect.stringContaining(fileType) },
    });
    expect(arrived).toEqual([]);
  });

  test("a file whose length is not known", async () => {
    const request = httpRequest({
      host: "127.0.0.1",
      port: gateway.port,
      path,
      method: "POST",
      headers: { ...own(), "content-type": fileType, "transfer-encoding": "chunked" },
    });
    request.on("error", () => {});
    request.flushHeaders();
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    expect([answer.statusCode, arrived]).toEqual([400, []]);
    request.destroy();
  });

  test("a fourth file of one business at once, until one has ended; another business is not affected", async () => {
    const under = [1, 2, 3].map(() => beginUpload(2));
    for (const { request } of under) request.write("a");
    await waitUntil(() => arrived.length === 3);
    expect((await send("ab")).status).toBe(503);
    expect((await send("ab", own(await gateway.createTenant()))).status).toBe(201);
    for (const { request } of under) request.end("b");
    expect(await Promise.all(under.map(({ answer }) => answer))).toEqual([201, 201, 201]);
    expect((await send("ab")).status).toBe(201);
  });
});
