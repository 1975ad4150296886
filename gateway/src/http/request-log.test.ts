import { once } from "node:events";
import { connect } from "node:net";
import { createLogger, createMetrics } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gatewayConfig } from "../config.js";
import { addLogFields } from "../request/request-state.js";
import { createTestSettings } from "../testing.js";
import { createServer } from "./server.js";

let app: FastifyInstance;
let lines: Array<Record<string, unknown>>;
let failures: unknown[];
let leftBegan = (): void => {};
let slowBegan = (): void => {};

beforeEach(async () => {
  lines = [];
  failures = [];
  const logger = createLogger("gateway", "silent");
  vi.spyOn(logger, "info").mockImplementation((line: unknown) => void lines.push(line as Record<string, unknown>));
  vi.spyOn(logger, "error").mockImplementation((line: unknown) => void failures.push(line));
  const config = gatewayConfig.parse(createTestSettings());
  app = createServer({
    config,
    logger,
    metrics: createMetrics("test"),
    publicUrl: () => "http://g",
    isDraining: () => false,
  });
  app.post("/people/:id", async (request) => {
    addLogFields(request, { businessId: "biz_1", keyId: "key_1", tool: "people_list" });
    return {};
  });
  app.get<{ Params: { status: string } }>("/refused/:status", (request, reply) =>
    reply.code(Number(request.params.status)).send({}),
  );
  app.get<{ Params: { status: string } }>("/known/:status", (request, reply) => {
    addLogFields(request, { businessId: "biz_1" });
    return reply.code(Number(request.params.status)).send({});
  });
  app.get("/broken", async () => {
    throw new Error("mongodb://root:secret@db/ refused");
  });
  app.post("/broken", async () => {
    throw new Error("broken after the body was read");
  });
  app.post("/left", async (request) => {
    leftBegan();
    await once(request.socket, "close");
    throw new Error("nobody waits for this");
  });
  app.get("/slow", () => {
    slowBegan();
    return new Promise(() => {});
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => app.close());

test("a finished request is one log line with business, key and tool, and without its contents", async () => {
  const headers = { "x-api-key": "svc_live_secret", authorization: "Bearer token", "content-type": "application/json" };
  const body = JSON.stringify({ email: "ana@example.com" });
  await fetch(`${app.listeningOrigin}/people/ana?q=private`, { method: "POST", headers, body });
  await expect
    .poll(() => lines)
    .toEqual([
      {
        method: "POST",
        route: "/people/:id",
        status: 200,
        code: "ok",
        tool: "people_list",
        businessId: "biz_1",
        keyId: "key_1",
        ms: expect.any(Number),
        requestId: expect.stringMatching(/^req_/),
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
});

test("the log contains the address of a caller that is refused without a valid credential, and of no other caller", async () => {
  for (const path of ["/refused/401", "/refused/429", "/refused/403"]) await fetch(`${app.listeningOrigin}${path}`);
  await expect.poll(() => lines).toHaveLength(3);
  expect(lines.map(({ status, address }) => [status, address])).toEqual([
    [401, "127.0.0.1"],
    [429, "127.0.0.1"],
    [403, undefined],
  ]);
  for (const path of ["/known/401", "/known/429"]) await fetch(`${app.listeningOrigin}${path}`);
  await expect.poll(() => lines).toHaveLength(5);
  expect(lines.slice(3).map(({ status, businessId, address }) => [status, businessId, address])).toEqual([
    [401, "biz_1", undefined],
    [429, "biz_1", undefined],
  ]);
});

test("an unexpected error is logged, and the reply contains only the request id", async () => {
  const answer = await fetch(`${app.listeningOrigin}/broken`);
  const body = await answer.text();
  expect(answer.status).toBe(500);
  expect(JSON.parse(body)).toMatchObject({
    error: "internal_server_error",
    request_id: answer.headers.get("x-request-id"),
  });
  expect(body).not.toContain("mongodb");
  expect(failures).toEqual([
    expect.objectContaining({ err: expect.any(Error), requestId: answer.headers.get("x-request-id") }),
  ]);
});

test("a POST that ends in 500 is logged with its cause and the request id", async () => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${app.listeningOrigin}/broken`, { method: "POST", headers, body: '{"a":1}' });
  expect(answer.status).toBe(500);
  expect(failures).toEqual([
    {
      err: expect.objectContaining({
        message: "broken after the body was read",
        stack: expect.stringMatching(/\n +at /),
      }),
      requestId: answer.headers.get("x-request-id"),
    },
  ]);
});

test("an error after the connection was closed is not logged as a failure", async () => {
  const began = new Promise<void>((resolve) => (leftBegan = resolve));
  const socket = connect(Number(new URL(app.listeningOrigin).port), "127.0.0.1");
  socket.write("POST /left HTTP/1.1\r\nhost: g\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}");
  await began;
  socket.destroy();
  await expect.poll(() => lines).toEqual([expect.objectContaining({ route: "/left", status: 499, code: "aborted" })]);
  // The handler's error is handled after the connection's end; another request shows that it has been.
  await fetch(`${app.listeningOrigin}/broken`);
  expect(failures).toEqual([
    expect.objectContaining({ err: expect.objectContaining({ message: expect.stringMatching(/mongodb/) }) }),
  ]);
});

test("a request whose caller disconnects is logged with 499", async () => {
  const began = new Promise<void>((resolve) => (slowBegan = resolve));
  const socket = connect(Number(new URL(app.listeningOrigin).port), "127.0.0.1");
  socket.write("GET /slow HTTP/1.1\r\nhost: g\r\n\r\n");
  await began;
  socket.destroy();
  await expect.poll(() => lines).toEqual([expect.objectContaining({ route: "/slow", status: 499, code: "aborted" })]);
});
