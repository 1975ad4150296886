import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient } from "./client.js";
import {
  answerHtml,
  answerJson,
  answerWrite,
  type Behaviour,
  cutBeforeWrite,
  type FaultServer,
  neverAnswer,
  refuse,
  startFaultServer,
  testKey,
} from "./fault-server.testing.js";

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const product = { productName: "Gloves", totalStock: 10, minStockAlert: 2 };

test("a call sends its parts where the document says, with the credential and the name of the client", async () => {
  const client = server.connect();
  await client.supply.createStock(product);
  server.plan(answerJson({ items: [], count: 0, has_more: false }), answerJson({ _id: "a/b" }));
  await client.supply.listStocks({ limit: 5, cursor: "x y" });
  await client.supply.getStock({ id: "a/b" });
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST /v1/public/supply/stocks",
    "GET /v1/public/supply/stocks?limit=5&cursor=x%20y",
    "GET /v1/public/supply/stocks/a%2Fb",
  ]);
  expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual(product);
  expect(server.requests[0]?.headers).toMatchObject({
    "x-api-key": testKey,
    "x-business-id": "biz_1",
    "user-agent": expect.stringMatching(/^tenant-ops-client\/\d+\.\d+\.\d+$/),
    "content-type": "application/json",
    accept: "application/json",
  });
});

test("a path in baseUrl is kept", async () => {
  const client = server.connect({ baseUrl: `${server.url}/operations/` });
  await client.supply.createStock(product);
  expect(server.requests[0]?.url).toBe("/operations/v1/public/supply/stocks");
});

test.each(["", ".", "..", undefined, null, 1.5, {}])(
  "an id that would make another path (%s) is refused before anything is sent",
  async (id) => {
    const call = server.connect().supply.getStock({ id: id as string });
    await expect(call).rejects.toMatchObject({ code: "invalid_argument", status: undefined });
    expect(server.requests).toHaveLength(0);
  },
);

test.each<[string, Behaviour]>([
  ["a page instead of JSON", answerHtml(200)],
  ["a page of an unknown path", answerHtml(404)],
  ["broken JSON", ({ response }) => void response.end('{"_id": ')],
  ["an empty answer", ({ response }) => void response.end()],
  ["a text in JSON", answerJson("hello")],
  ["a redirect", ({ response }) => void response.writeHead(302, { location: "/elsewhere" }).end()],
])("%s is an unexpected answer and is not repeated", async (_, behaviour) => {
  server.plan(behaviour);
  await expect(server.connect().supply.getStock({ id: "stk_1" })).rejects.toMatchObject({ code: "unexpected_answer" });
  expect(server.requests).toHaveLength(1);
});

test("an endless answer is given up", async () => {
  server.plan(({ response }) => {
    const chunk = Buffer.alloc(1024 * 1024, "x");
    const fill = () => {
      while (response.write(chunk));
    };
    response.on("drain", fill);
    response.on("close", () => response.off("drain", fill));
    fill();
  });
  const client = server.connect({ timeoutMs: 150_000, attemptTimeoutMs: 150_000 });
  await expect(client.supply.getStock({ id: "stk_1" })).rejects.toMatchObject({
    code: "unexpected_answer",
    detail: "The answer has more than 64 MiB.",
  });
});

test("an error says what is wrong one by one, and nothing that it cannot read", async () => {
  const problem = { rule: "too_long", field: "productName", values: { max: 200 } };
  server.plan(({ response }) => {
    response.writeHead(422, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: "invalid_argument", detail: "Too long.", problems: [problem, 7, {}] }));
  });
  await expect(server.connect().supply.createStock(product)).rejects.toMatchObject({ problems: [problem] });
  server.plan(refuse(403, "forbidden"));
  await expect(server.connect().supply.createStock(product)).rejects.toMatchObject({ problems: [] });
});

test("an aborted signal ends a call that waits for its answer", async () => {
  const controller = new AbortController();
  server.plan((seen) => {
    neverAnswer(seen);
    controller.abort(new Error("the visitor left"));
  });
  const call = server.connect().supply.createStock(product, { signal: controller.signal });
  await expect(call).rejects.toMatchObject({
    code: "aborted",
    mayHaveWritten: true,
    cause: expect.objectContaining({ message: "the visitor left" }),
  });
  expect(server.requests).toHaveLength(1);
});

test("an aborted signal ends the pause before a retry", async () => {
  const controller = new AbortController();
  server.plan(refuse(503, "overloaded", { "retry-after": "20" }));
  const call = server.connect().supply.createStock(product, {
    signal: controller.signal,
    onAttempt: () => queueMicrotask(() => controller.abort()),
  });
  await expect(call).rejects.toMatchObject({ code: "aborted" });
  expect(server.requests).toHaveLength(1);
});

test("with a signal that is aborted already, nothing is sent", async () => {
  const call = server.connect().supply.createStock(product, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ code: "aborted", mayHaveWritten: false });
  expect(server.requests).toHaveLength(0);
});

test.each([
  [{ apiKey: `${testKey}\n` }, "apiKey"],
  [{ apiKey: "" }, "apiKey"],
  [{ businessId: undefined as unknown as string }, "businessId"],
  [{ baseUrl: "api.example.com" }, "baseUrl"],
  [{ baseUrl: "ftp://api.example.com" }, "baseUrl"],
  [{ baseUrl: `https://user:${testKey}@api.example.com` }, "baseUrl"],
  [{ timeoutMs: 0 }, "timeoutMs"],
  [{ retries: -1 }, "retries"],
])("an option that cannot work is refused by name, without its value", (wrong, name) => {
  const create = () => createClient({ baseUrl: server.url, apiKey: testKey, businessId: "biz_1", ...wrong });
  expect(create).toThrow(expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining(name) }));
  expect(create).toThrow(expect.objectContaining({ message: expect.not.stringContaining(testKey) }));
});

test("neither the client nor its errors show the key", async () => {
  const client = server.connect({ retries: 0 });
  server.plan(cutBeforeWrite, answerHtml(200), refuse(401, "unauthorized"), answerWrite);
  const shown: unknown[] = [client];
  for (let call = 0; call < 3; call += 1)
    shown.push(await client.supply.createStock(product).catch((error: unknown) => error));
  const text = shown
    .map((value) => `${inspect(value, { depth: 10, showHidden: true })}${JSON.stringify(value)}`)
    .join();
  expect(text).not.toContain("secret0123456789");
});

test("a fetch of the caller is used", async () => {
  const seen: string[] = [];
  const client = server.connect({
    fetch: (request) => {
      seen.push(request.url);
      return fetch(request);
    },
  });
  await client.supply.createStock(product);
  expect(seen).toEqual([`${server.url}/v1/public/supply/stocks`]);
});

test("a wrong idempotency key is refused before anything is sent", async () => {
  const call = server.connect().supply.createStock(product, { idempotencyKey: "a b" });
  await expect(call).rejects.toMatchObject({ code: "invalid_argument" });
  expect(server.requests).toHaveLength(0);
});
