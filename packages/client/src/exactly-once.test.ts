import { afterEach, beforeEach, expect, test } from "vitest";
import type { CallAttempt } from "./call.types.js";
import type { TenantOpsError } from "./error.js";
import {
  answerHtml,
  answerWrite,
  cutAfterWrite,
  cutBeforeWrite,
  cutInAnswer,
  type FaultServer,
  neverAnswer,
  refuse,
  startFaultServer,
} from "./fault-server.testing.js";
import { createSendAttempt } from "./attempt.js";
import { createSend } from "./send.js";

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const product = { productName: "Gloves", totalStock: 10, minStockAlert: 2 };

const listKeys = () => server.requests.map(({ headers }) => headers["idempotency-key"]);

test.each([
  ["the connection breaks before the write", cutBeforeWrite],
  ["the connection breaks after the write", cutAfterWrite],
  ["the connection breaks in the middle of the answer", cutInAnswer],
  ["the answer is 503 service_unavailable", refuse(503, "service_unavailable", { "retry-after": "0" })],
  ["the answer is 503 overloaded", refuse(503, "overloaded", { "retry-after": "0" })],
  ["the answer is 429 rate_limited", refuse(429, "rate_limited", { "retry-after": "0" })],
  ["the answer is 504 deadline_exceeded", refuse(504, "deadline_exceeded")],
  ["the answer is 409 idempotency_in_flight", refuse(409, "idempotency_in_flight", { "retry-after": "0" })],
  ["a proxy answers 502 with a page", answerHtml(502)],
  ["a proxy answers 503 with a date in Retry-After", answerHtml(503, { "retry-after": new Date(0).toUTCString() })],
])("when %s, the call is repeated with the same key and writes once", async (_, fault) => {
  server.plan(fault, answerWrite);
  const client = server.connect();

  const created = await client.supply.createStock(product);

  expect(created).toMatchObject({ _id: "stk_1", productName: "Gloves" });
  expect(server.requests).toHaveLength(2);
  expect(server.written).toBe(1);
  const [first, second] = listKeys();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});

test("when no answer comes in time, the call is repeated with the same key and writes once", async () => {
  server.plan(neverAnswer, answerWrite);
  // On a busy machine the second attempt may be too late as well.
  const client = server.connect({ attemptTimeoutMs: 500, retries: 20 });

  expect(await client.supply.createStock(product)).toMatchObject({ _id: "stk_1" });
  expect(server.requests.length).toBeGreaterThan(1);
  expect(new Set(listKeys()).size).toBe(1);
  expect(server.written).toBe(1);
});

test("two calls have two keys, and a key of the caller is sent unchanged", async () => {
  const client = server.connect();
  await client.supply.createStock(product);
  await client.supply.createStock(product);
  await client.supply.createStock(product, { idempotencyKey: "order-17" });
  const [first, second, third] = listKeys();
  expect(first).not.toBe(second);
  expect(third).toBe("order-17");
  expect(server.written).toBe(3);
});

test.each([
  [422, "invalid_argument"],
  [409, "quota_exceeded"],
  [401, "unauthorized"],
  [404, "stock_not_found"],
  [500, "internal_server_error"],
])("a refusal with %i %s is not repeated", async (status, code) => {
  server.plan(refuse(status, code));
  const error = await server
    .connect()
    .supply.createStock(product)
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    name: "TenantOpsError",
    code,
    status,
    detail: `Says ${code}.`,
    requestId: "req_server1",
  });
  expect(server.requests).toHaveLength(1);
});

test("after the last retry the error says that the write may have happened, and names the key to repeat it with", async () => {
  server.plan(cutAfterWrite);
  const client = server.connect({ retries: 1 });
  const error: TenantOpsError = await client.supply.createStock(product).then(
    () => expect.fail("the call succeeded"),
    (caught: TenantOpsError) => caught,
  );
  expect(error).toMatchObject({ code: "connection_failed", status: undefined, mayHaveWritten: true });
  expect(error.detail).toContain("A write may have happened.");
  expect(server.requests).toHaveLength(2);

  server.plan(answerWrite);
  const attempts: CallAttempt[] = [];
  await client.supply.createStock(product, {
    idempotencyKey: error.idempotencyKey ?? "",
    onAttempt: (attempt) => attempts.push(attempt),
  });
  expect(server.written).toBe(1);
  expect(attempts).toEqual([expect.objectContaining({ status: 201, replayed: true, error: undefined })]);
});

test("after the last retry of a preview the error does not mention a write", async () => {
  server.plan(cutBeforeWrite);
  const { pages } = server.connect({ retries: 1 });
  const calls = [
    () => pages.previewPersonRequest({ emails: ["ana@example.com"] }),
    () => pages.previewRetention({ rules: {} }),
  ];
  for (const call of calls) {
    const error: unknown = await call().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "connection_failed", mayHaveWritten: false });
    expect((error as TenantOpsError).detail).not.toContain("write");
  }
  expect(server.requests).toHaveLength(4);
});

test("a refusal by a rule after a broken connection says that nothing was written", async () => {
  server.plan(cutBeforeWrite, refuse(422, "invalid_argument"));
  await expect(server.connect().supply.createStock(product)).rejects.toMatchObject({
    code: "invalid_argument",
    mayHaveWritten: false,
  });
});

test.each([
  ["a broken connection", cutAfterWrite],
  ["429", refuse(429, "rate_limited", { "retry-after": "0" })],
  ["503", refuse(503, "service_unavailable", { "retry-after": "0" })],
])("a write that takes no key is sent once, also after %s", async (_, fault) => {
  server.plan(fault, answerWrite);
  const send = createSend(
    createSendAttempt(server.url, {}, (request) => fetch(request)),
    { timeoutMs: 60_000, attemptTimeoutMs: 30_000, retries: 3, onAttempt: undefined },
  );
  const operation = { id: "writeOnce", method: "POST", path: "/v1/public/things", params: [], query: [] };
  const keyless = { ...operation, hasBody: true, takesKey: false, hasReply: true };
  await expect(send(keyless, { params: {}, query: {}, body: product }, {})).rejects.toMatchObject({
    name: "TenantOpsError",
  });
  expect(server.requests).toHaveLength(1);
  expect(listKeys()).toEqual([undefined]);
});

test("a read is repeated without a key", async () => {
  server.plan(cutBeforeWrite, ({ response }) => response.end(JSON.stringify({ _id: "stk_1" })));
  expect(await server.connect().supply.getStock({ id: "stk_1" })).toEqual({ _id: "stk_1" });
  expect(listKeys()).toEqual([undefined, undefined]);
});

test("retries: 0 sends a call once", async () => {
  server.plan(cutBeforeWrite, answerWrite);
  await expect(server.connect({ retries: 0 }).supply.createStock(product)).rejects.toMatchObject({
    code: "connection_failed",
  });
  expect(server.requests).toHaveLength(1);
});

test("a Retry-After beyond the time of the call ends it at once, with the seconds in the error", async () => {
  server.plan(refuse(429, "rate_limited", { "retry-after": "50" }));
  await expect(server.connect().supply.createStock(product)).rejects.toMatchObject({
    code: "rate_limited",
    retryAfter: 50,
    mayHaveWritten: false,
  });
  expect(server.requests).toHaveLength(1);
});

test("timeoutMs limits the whole call", async () => {
  server.plan(neverAnswer);
  await expect(server.connect().supply.createStock(product, { timeoutMs: 100 })).rejects.toMatchObject({
    code: "timeout",
    mayHaveWritten: true,
  });
});

test("all attempts of a call have one request id, which the error names when no answer came", async () => {
  server.plan(cutBeforeWrite);
  const error: unknown = await server
    .connect({ retries: 1 })
    .supply.getStock({ id: "stk_1" })
    .catch((caught: unknown) => caught);
  const [first, second] = server.requests.map(({ headers }) => headers["x-request-id"]);
  expect(first).toMatch(/^req_[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(error).toMatchObject({ requestId: first });
});

test("onAttempt sees every attempt, the failed one with the pause before the next", async () => {
  server.plan(refuse(503, "overloaded", { "retry-after": "0" }), answerWrite);
  const attempts: CallAttempt[] = [];
  await server.connect({ onAttempt: (attempt) => attempts.push(attempt) }).supply.createStock(product);
  expect(attempts).toEqual([
    expect.objectContaining({
      operation: "createStock",
      method: "POST",
      path: "/v1/public/supply/stocks",
      number: 1,
      status: 503,
      error: expect.objectContaining({ code: "overloaded" }),
      retryInMs: expect.any(Number),
    }),
    expect.objectContaining({ number: 2, status: 201, replayed: false, error: undefined, retryInMs: undefined }),
  ]);
});
