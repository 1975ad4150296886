import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { sendWithoutReading } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, getOperatorKey } from "../testing.js";

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

interface Answer {
  status: number;
  head: string;
  body: Record<string, unknown>;
}

/** Sends exactly these bytes and reads until the server closes the connection. */
const sendRaw = (...parts: Array<string | Buffer>): Promise<Answer> => sendRawTo(gateway, parts);

async function sendRawTo({ port }: TestGateway, parts: Array<string | Buffer>): Promise<Answer> {
  const socket: Socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  // The server may close the connection while the test is still sending.
  socket.on("error", () => {});
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  const [head = "", ...body] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  return {
    status: Number(head.split(" ")[1]),
    head: head.toLowerCase(),
    body: text ? (JSON.parse(text) as Answer["body"]) : {},
  };
}

function post(
  body: string | Buffer,
  headers: Record<string, string> = {},
  path = "/oauth/token",
): Array<string | Buffer> {
  const all = {
    host: "gateway",
    connection: "close",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return [`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, body];
}

function expectRefusal(answer: Answer, status: number, error: string): void {
  expect(answer).toMatchObject({ status, body: { error, detail: expect.any(String), request_id: expect.any(String) } });
  expect(answer.head).toContain(`x-request-id: ${String(answer.body["request_id"]).toLowerCase()}`);
  expect(answer.head).toContain("x-content-type-options: nosniff");
  expect(answer.head).not.toMatch(/^server:/m);
  expect(JSON.stringify(answer.body)).not.toMatch(/FST_|HPE_|at .*\.ts/);
}

const expectAlive = async () =>
  expect((await gateway.request("GET", "/.well-known/oauth-authorization-server")).status).toBe(200);

describe("a body", () => {
  test.each<[string, string | Buffer]>([
    ["bad JSON", '{"grant_type": '],
    ["100,000 nested arrays", "[".repeat(100_000) + "]".repeat(100_000)],
    ["100,000 nested objects that never end", '{"a":'.repeat(40_000)],
    ["more than 4,000 names", `{${Array.from({ length: 4001 }, (_, index) => `"${index}":1`).join(",")}}`],
    ["a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("{}")])],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ["__proto__", '{"a":{"__proto__":{"admin":true}}}'],
    ["__proto__ behind escapes", '{"a":[{"\\u005f_proto__":{"admin":true}}]}'],
    ["constructor.prototype", '{"constructor":{"prototype":{"admin":true}}}'],
  ])("with %s is 400 in our error body", async (_name, body) => {
    const { key, businessId } = await gateway.createTenant();
    const headers = { "x-api-key": key, "x-business-id": businessId };
    expectRefusal(await sendRaw(...post(body, headers, "/v1/public/campaigns")), 400, "malformed_request");
    expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
    await expectAlive();
  });

  test("may contain __proto__ in a value and brackets in a string", async () => {
    const answer = await sendRaw(...post(JSON.stringify({ grant_type: "__proto__" + "[".repeat(500) + '"\\' })));
    expect(answer).toMatchObject({ status: 400, body: { error: "unsupported_grant_type" } });
  });

  test("over 256 KiB is 413, with and without Content-Length", async () => {
    const large = JSON.stringify({ a: "x".repeat(257 * 1024) });
    expectRefusal(await sendRaw(...post(large)), 413, "payload_too_large");
    const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    const head =
      "POST /oauth/token HTTP/1.1\r\nhost: g\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    expectRefusal(await sendRaw(head, chunk), 413, "payload_too_large");
    await expectAlive();
  });

  test("of another content type is 415", async () => {
    expectRefusal(await sendRaw(...post("<a/>", { "content-type": "text/xml" })), 415, "unsupported_media_type");
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Bearer ${getOperatorKey(gateway.settings)}`,
    };
    expect((await gateway.requestAdmin("POST", "/businesses", { headers, body: "a=b" })).status).toBe(415);
  });
});

describe("a refusal of a body that was not read", () => {
  const unread = Buffer.alloc(11_000_000, "x");
  const chunked = { "transfer-encoding": "chunked", "content-length": "" };
  const own = async () => {
    const { key, businessId } = await gateway.createTenant();
    return { "x-api-key": key, "x-business-id": businessId };
  };
  const documents = "/v1/public/flows/summer/documents?kind=terms";
  const fileType = { "content-type": "application/octet-stream" };

  test.each<[string, number, () => Promise<Array<string | Buffer>>]>([
    ["that is too long", 413, async () => post(unread)],
    ["that is too long, without a length", 413, async () => inChunks(post(unread, chunked))],
    ["that is too long for a file", 413, async () => post(unread, { ...(await own()), ...fileType }, documents)],
    ["with a wrong key", 401, async () => post(unread, { "x-api-key": "svc_live_wrong" }, "/mcp")],
    ["with a wrong key on REST", 401, async () => post(unread, { "x-api-key": "svc_live_wrong" }, documents)],
    ["of another type", 415, async () => post(unread, { "content-type": "text/xml" })],
    ["for a path that is not there", 404, async () => post(unread, {}, "/nowhere")],
    ["for a path that is no URL", 400, async () => post(unread, {}, "/%zz")],
    ["with too many headers", 431, async () => post(unread, { "x-large": "x".repeat(20_000) })],
    ["of a client that keeps the connection", 413, async () => post(unread, { connection: "keep-alive" })],
  ])("%s reaches a client that writes it whole before it reads", async (_name, status, request) => {
    const answer = await sendWithoutReading(gateway.port, ...(await request()));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"request_id"`, "s"));
  });

  test("reaches such a client on the port of operators", async () => {
    const request = post(unread, { authorization: "Bearer wrong" }, "/v1/admin/businesses");
    const port = Number(new URL(gateway.operatorUrl).port);
    expect(await sendWithoutReading(port, ...request)).toMatch(/^HTTP\/1.1 401 .*"request_id"/s);
  });
});

function inChunks([head = "", body = ""]: Array<string | Buffer>): Array<string | Buffer> {
  const withoutLength = String(head).replace(/content-length: \r\n/, "");
  return [`${withoutLength}${Buffer.byteLength(body).toString(16)}\r\n`, body, "\r\n0\r\n\r\n"];
}

describe("a body with a Content-Encoding", () => {
  test("is 415 on every kind of route, with the encoding that is accepted instead", async () => {
    const { key, businessId } = await gateway.createTenant();
    const routes: [string, Record<string, string>][] = [
      ["/mcp", { "x-api-key": key }],
      ["/mcp/", { "x-api-key": key }],
      ["/v1/public/campaigns", { "x-api-key": key, "x-business-id": businessId }],
      ["/oauth/token", {}],
    ];
    const body = gzipSync('{"name":"supply_list_stocks","arguments":{}}');
    for (const [path, headers] of routes) {
      const answer = await sendRaw(...post(body, { ...headers, "content-encoding": "gzip" }, path));
      expectRefusal(answer, 415, "unsupported_media_type");
      expect(answer.body["detail"]).toMatch(/^Content-Encoding "gzip" is not taken here: .*without Content-Encoding/);
      expect(answer.head).toContain("accept-encoding: identity");
    }
    const headers = { authorization: `Bearer ${getOperatorKey(gateway.settings)}`, "content-encoding": "gzip" };
    expect((await gateway.requestAdmin("POST", "/businesses", { headers, body: {} })).status).toBe(415);
    await expectAlive();
  });

  test("identity, which changes nothing, is accepted", async () => {
    const answer = await sendRaw(...post('{"grant_type":"x"}', { "content-encoding": "identity" }));
    expect(answer).toMatchObject({ status: 400, body: { error: "unsupported_grant_type" } });
  });
});

describe("a connection", () => {
  test("with 20 KB of headers is 431", async () => {
    const answer = await sendRaw(`GET / HTTP/1.1\r\nhost: g\r\nx-large: ${"x".repeat(20_000)}\r\n\r\n`);
    expectRefusal(answer, 431, "headers_too_large");
    await expectAlive();
  });

  test("that does not send HTTP is 400", async () => {
    expectRefusal(await sendRaw("\u0016\u0003\u0001 hello\r\n\r\n"), 400, "malformed_request");
    await expectAlive();
  });

  test("that sends its headers or its body too slowly is 408", async () => {
    const impatient = await startTestGateway(
      createTestSettings({ HEADERS_TIMEOUT_MS: "400", REQUEST_TIMEOUT_MS: "600" }),
    );
    const [head = ""] = post("x".repeat(100));
    try {
      for (const parts of [["GET / HTTP/1.1\r\nhost: g\r\nx-slow: "], [head, '{"a":']])
        expectRefusal(await sendRawTo(impatient, parts), 408, "request_timeout");
    } finally {
      await impatient.close();
    }
  });
});

describe("a request", () => {
  test("for a path that does not exist is 404, with a wrong method 405 and Allow", async () => {
    expectRefusal(
      await sendRaw("GET /nowhere HTTP/1.1\r\nhost: g\r\nconnection: close\r\n\r\n"),
      404,
      "route_not_found",
    );
    const wrong = await sendRaw("DELETE /oauth/token HTTP/1.1\r\nhost: g\r\nconnection: close\r\n\r\n");
    expectRefusal(wrong, 405, "method_not_allowed");
    expect(wrong.head).toContain("allow: post");
    for (const method of ["GET", "DELETE"]) {
      const answer = await sendRaw(`${method} /mcp HTTP/1.1\r\nhost: g\r\nconnection: close\r\n\r\n`);
      expectRefusal(answer, 405, "method_not_allowed");
      expect(answer.head).toContain("allow: post");
    }
  });

  test("with a path that is no URL is 400", async () => {
    expectRefusal(await sendRaw("GET /%zz HTTP/1.1\r\nhost: g\r\nconnection: close\r\n\r\n"), 400, "malformed_request");
  });

  test("from a page of another site is 403; from our own page it is accepted", async () => {
    const status = async (origin: string) =>
      (await gateway.request("GET", "/oauth/authorize?response_type=code", { headers: { origin } })).status;
    for (const origin of [
      "https://evil.example",
      "null",
      "http://127.0.0.1:1",
      `http://evil.localhost:${gateway.port}`,
    ]) {
      expect(await status(origin)).toBe(403);
    }
    expect(await status(gateway.url)).toBe(303);
    expect(await status(`http://localhost:${gateway.port}`)).toBe(303);
  });

  test("keeps its id when that is acceptable", async () => {
    const getReplyId = async (id: string) =>
      (await gateway.request("GET", "/nowhere", { headers: { "x-request-id": id } })).headers.get("x-request-id");
    expect(await getReplyId("agent-7:call.3")).toBe("agent-7:call.3");
    for (const unacceptable of ["x", "a b c d e f g h", '{"$gt":""}', "a".repeat(200)])
      expect(await getReplyId(unacceptable)).toMatch(/^req_/);
  });
});

describe("too many requests at once", () => {
  test("of one business are 503 with Retry-After", async () => {
    const small = await startTestGateway(createTestSettings({ IN_FLIGHT_PER_BUSINESS_MAX: "0" }));
    try {
      const { key } = await small.createTenant();
      const answer = await small.request("POST", "/mcp", { headers: { "x-api-key": key }, body: {} });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(await answer.json()).toMatchObject({ error: "overloaded" });
    } finally {
      await small.close();
    }
  });

  test("in the process are 503; after one ends the next is accepted", async () => {
    const one = await startTestGateway(createTestSettings({ IN_FLIGHT_MAX: "1" }));
    try {
      const waiting = connect(one.port, "127.0.0.1");
      waiting.write(
        "POST /oauth/token HTTP/1.1\r\nhost: g\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n",
      );
      await expect.poll(async () => (await one.request("GET", "/nowhere")).status).toBe(503);
      waiting.destroy();
      await expect.poll(async () => (await one.request("GET", "/nowhere")).status).toBe(404);
    } finally {
      await one.close();
    }
  });
});

test("during shutdown, running requests are answered with Connection: close", async () => {
  const stopping = await startTestGateway(createTestSettings({ SHUTDOWN_DELAY_MS: "3000" }));
  const socket = connect(stopping.port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const body = '{"grant_type":"x"}';
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nhost: g\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  const closed = stopping.close();
  // During the delay it still accepts new requests: load balancers may not know yet that it stops.
  const late = await stopping.request("GET", "/nowhere");
  expect([late.status, late.headers.get("connection")]).toEqual([404, "close"]);
  expect((await fetch(`http://127.0.0.1:${stopping.adminPort}/readyz`)).status).toBe(503);
  socket.write(body);
  await once(socket, "close");
  const answer = Buffer.concat(chunks).toString("utf8").toLowerCase();
  expect(answer).toContain("http/1.1 400");
  expect(answer).toContain("connection: close");
  await closed;
  await expect(stopping.request("GET", "/nowhere")).rejects.toThrow("fetch failed");
});

test("a caller that disconnects during the look-up of its key is not counted as in flight", async () => {
  const one = await startTestGateway(createTestSettings({ IN_FLIGHT_PER_BUSINESS_MAX: "1" }));
  try {
    const { key, businessId } = await one.createTenant();
    const headers = { "x-api-key": key, "x-business-id": businessId };
    for (let times = 0; times < 5; times += 1) {
      // A change clears the cache of keys, so the next caller waits for the database.
      await one.admin("PATCH", `/businesses/${businessId}`, { name: "Acme" });
      const socket = connect(one.port, "127.0.0.1");
      await once(socket, "connect");
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`GET /v1/public/roulettes HTTP/1.1\r\nhost: g\r\n${lines.join("")}\r\n`);
      setImmediate(() => socket.resetAndDestroy());
      await once(socket, "close");
    }
    // The services of this test are down, so an accepted request gets this error.
    await expect
      .poll(async () => (await one.request("GET", "/v1/public/roulettes", { headers })).json())
      .toMatchObject({ error: "service_unavailable" });
  } finally {
    await one.close();
  }
});
