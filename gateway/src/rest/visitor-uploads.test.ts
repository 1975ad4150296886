import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey } from "../testing.js";

// Replaces flows: keeps the headers and the body of each request.
interface Arrived {
  path: string | undefined;
  headers: IncomingMessage["headers"];
  bytes: number;
  text: string;
}

let flows: Server;
let arrived: Arrived[];
let gateway: TestGateway;
let tenant: TestKey;

const uploadsPerMinute = 12;

beforeAll(async () => {
  flows = createServer((request, response) => {
    const entry: Arrived = { path: request.url, headers: request.headers, bytes: 0, text: "" };
    arrived.push(entry);
    request.on("data", (data: Buffer) => {
      entry.bytes += data.length;
      if (entry.bytes < 10_000) entry.text += data.toString();
    });
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
    request.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(flows, "listening");
  const address = `http://127.0.0.1:${(flows.address() as AddressInfo).port}`;
  const limits = { RATE_VISITOR_UPLOADS_PER_MINUTE: String(uploadsPerMinute) };
  gateway = await startTestGateway(createTestSettings({ FLOWS_HTTP_URL: address, ...limits }));
  tenant = await gateway.createTenant();
});
beforeEach(() => void (arrived = []));
afterAll(async () => {
  await gateway.close();
  flows.closeAllConnections();
  flows.close();
});

const path = "/flow/summer/registration/reg_1/files/ine";
const formType = "multipart/form-data; boundary=x";

function begin(headers: Record<string, string>) {
  const request = httpRequest({ host: "127.0.0.1", port: gateway.port, path, method: "POST", headers });
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

describe("a file of a visitor", () => {
  test("of 10 MiB reaches the service while it arrives, with its cookie, type and length, and no credential", async () => {
    const length = 10 * 1024 * 1024 + 1000;
    const headers = { "content-type": formType, "content-length": String(length), cookie: "registration=s" };
    const { request, answer } = begin({ ...headers, "tenantops-context": "forged" });
    request.write(Buffer.alloc(100_000));
    await waitUntil(() => (arrived[0]?.bytes ?? 0) >= 100_000);
    request.end(Buffer.alloc(length - 100_000));
    expect(await answer).toBe(200);
    expect(arrived).toMatchObject([{ path, bytes: length, headers: { ...headers, "x-client-address": "127.0.0.1" } }]);
    expect(arrived[0]?.headers["tenantops-context"]).toBeUndefined();
  });

  test.each([
    ["is too long", { "content-type": formType, "content-length": String(10 * 1024 * 1024 + 65 * 1024) }, 413],
    ["has no length", { "content-type": formType, "transfer-encoding": "chunked" }, 400],
    ["is no form", { "content-type": "application/octet-stream", "content-length": "5" }, 415],
  ])("is refused before it is read when it %s", async (_name, headers, status) => {
    const { request, answer } = begin(headers);
    expect([await answer, arrived]).toEqual([status, []]);
    request.destroy();
  });

  test("is refused as the third of an address at once, and over the limit of a minute", async () => {
    const headers = { "content-type": formType, "content-length": "2" };
    const under = [begin(headers), begin(headers)];
    for (const { request } of under) request.write("a");
    await waitUntil(() => arrived.length === 2);
    expect(await begin(headers).answer).toBe(503);
    for (const { request } of under) request.end("b");
    expect(await Promise.all(under.map(({ answer }) => answer))).toEqual([200, 200]);
    const statuses: (number | undefined)[] = [];
    while (statuses.at(-1) !== 429 && statuses.length <= uploadsPerMinute) {
      const { request, answer } = begin(headers);
      request.end("ab");
      statuses.push(await answer);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("the callback of a bank", () => {
  const callback = "/v1/public/flows/bank-validations/reg_1";
  const signature = { "webhook-id": "msg_1", "webhook-timestamp": "1", "webhook-signature": "v1,abc" };
  const own = () => ({ "x-api-key": tenant.key, "x-business-id": tenant.businessId });
  const send = (headers: Record<string, string>, body: string) =>
    fetch(`${gateway.url}${callback}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });

  test("with a signature reaches the service as it was signed, without a context", async () => {
    const body = '{ "status" :\t"approved" }';
    expect((await send({ ...signature, "tenantops-context": "forged" }, body)).status).toBe(200);
    expect(arrived).toMatchObject([{ path: callback, text: body, headers: signature }]);
    expect(arrived[0]?.headers["tenantops-context"]).toBeUndefined();
  });

  test("with a key reaches it with the context of the business, and without its signature", async () => {
    expect((await send({ ...signature, ...own() }, "{}")).status).toBe(200);
    expect(arrived[0]?.headers["tenantops-context"]).toMatch(/\./);
    expect(arrived[0]?.headers["webhook-signature"]).toBeUndefined();
  });

  test.each([
    ["neither", () => ({}), 401],
    ["a wrong key, also beside a signature", () => ({ ...signature, "x-api-key": "svc_live_wrong" }), 401],
    ["the business of another key", () => ({ ...own(), "x-business-id": "biz_other" }), 403],
  ])("with %s is refused", async (_name, getHeaders, status) => {
    expect([(await send(getHeaders(), "{}")).status, arrived]).toEqual([status, []]);
  });

  test("that is too long is refused", async () => {
    expect((await send(signature, JSON.stringify({ a: "x".repeat(300_000) }))).status).toBe(413);
    expect(arrived).toEqual([]);
  });
});
