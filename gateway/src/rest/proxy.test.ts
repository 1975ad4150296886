import { createContextVerifier, metadataKeys } from "@tenant-ops/kit/call";
import { isRouteWrite } from "@tenant-ops/kit/http";
import { createContextKeys } from "@tenant-ops/kit/testing";
import Fastify, { type FastifyInstance } from "fastify";
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey, getOperatorKey } from "../testing.js";
import { routes } from "@tenant-ops/rest";

interface Arrived {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

// They replace all services except webhooks, and store the requests that they receive. Learning has a server of its own, which one test stops.
let upstream: FastifyInstance;
let learning: FastifyInstance;
let arrived: Arrived[];
let gateway: TestGateway;
let tenant: TestKey;
const keys = createContextKeys("gateway");

async function startUpstream(): Promise<FastifyInstance> {
  const server = Fastify();
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: unknown, text: string) => text,
  );
  server.all("/*", async (request, reply) => {
    const { method, url, headers, body } = request;
    arrived.push({ method, url, headers, body });
    void reply.headers({
      "x-request-id": "forged",
      server: "secret/1.0",
      "x-powered-by": "x",
      "tenantops-internal": "x",
      "x-kept": "yes",
    });
    if (url.endsWith("/missing"))
      return reply.status(404).send({ error: "prize_not_found", detail: "…", request_id: "r" });
    if (url.includes("/long")) return { url, text: "palabra ".repeat(1000) };
    if (url.includes("/cut")) return request.raw.socket.destroy();
    if (url.includes("/stop")) {
      server.server.close();
      return request.raw.socket.destroy();
    }
    return { url };
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  return server;
}

beforeAll(async () => {
  [upstream, learning] = await Promise.all([startUpstream(), startUpstream()]);
  const up = ["SUPPLY", "ROULETTES", "FLOWS", "ANALYTICS", "APPROVALS"].map((name) => [
    `${name}_HTTP_URL`,
    upstream.listeningOrigin,
  ]);
  // The address of webhooks stays unreachable.
  gateway = await startTestGateway(
    createTestSettings({
      ...Object.fromEntries(up),
      LEARNING_HTTP_URL: learning.listeningOrigin,
      CALL_CONTEXT_PRIVATE_KEY: keys.privateKey,
      RATE_PUBLIC_PER_MINUTE: "30",
    }),
  );
  tenant = await gateway.createTenant();
});
beforeEach(() => void (arrived = []));
afterAll(async () => {
  await gateway.close();
  await Promise.all([upstream.close(), learning.close()]);
});

const own = (given: TestKey = tenant) => ({ "x-api-key": given.key, "x-business-id": given.businessId });
const last = () => arrived.at(-1) ?? { method: "none", url: "", headers: {}, body: undefined };

/** Sends this path unchanged, which `fetch` does not. */
async function sendPath(path: string): Promise<number | undefined> {
  const request = httpRequest({ host: "127.0.0.1", port: gateway.port, path, headers: own() }).end();
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

/** The routes that the gateway passes on to an area. Those of accounts, which runs here, have tests of their own. */
const passedOn = routes.filter(
  ({ caller, service }) => caller === "tenant" && !["gateway", "accounts"].includes(service),
);
const fillIds = (path: string) => path.replaceAll(/\{\w+\}/g, "x_1");

describe("a REST request", () => {
  // `uploads.test.ts` has the routes that take a file.
  test.each(passedOn.filter(({ service, upload }) => service !== "webhooks" && !upload))(
    "$method $path reaches $service with the call context of its business",
    async ({ method, path: declared, service }) => {
      const path = `${fillIds(declared)}?limit=5&q=%C3%A9`;
      const answer = await gateway.request(method, path, { headers: own() });
      expect([answer.status, last().method, last().url]).toEqual([200, method, path]);
      const verified = createContextVerifier(keys.publicKeys, service)(String(last().headers[metadataKeys.context]));
      expect(verified?.caller).toMatchObject({ businessId: tenant.businessId, keyId: tenant.keyId, country: "MX" });
      // The context is signed for this service only.
      expect(
        createContextVerifier(keys.publicKeys, "another")(String(last().headers[metadataKeys.context])),
      ).toBeUndefined();
    },
  );

  test.each(["?discount=50%", "?%ff=1", "?utm_content=../a", "?a=%2E%2E%2F"])(
    "with the query %s forwards it unchanged, also for a page: the service decides about it",
    async (query) => {
      for (const [path, headers] of [
        ["/v1/public/supply/stocks", own()],
        ["/flow/bienvenida", {}],
      ] as const) {
        const answer = await gateway.request("GET", `${path}${query}`, { headers });
        expect([answer.status, last().url]).toEqual([200, `${path}${query}`]);
      }
    },
  );

  test("that names the host in its first line, as one to a proxy does, is passed on to the service and nowhere else", async () => {
    const path = "/v1/public/supply/stocks?limit=1";
    expect(await sendPath(`http://127.0.0.1:9${path}`)).toBe(200);
    expect(last().url).toBe(path);
  });

  test.each([".", "%2e", "%2E%2e", "..", ".%2e", "a\\..\\x", "a\\b", "\\"])(
    "with the id %s is refused and reaches no service",
    async (id) => {
      expect(await sendPath(`/v1/public/courses/${id}/sessions`)).toBe(400);
      expect(arrived).toEqual([]);
    },
  );

  test("arrives without forged internal headers and without the key", async () => {
    const forged = {
      "tenantops-context": "forged",
      "tenantops-replayed": "true",
      "x-client-address": "1.2.3.4",
      "x-forwarded-for": "1.2.3.4",
      "x-request-id": "bad id\u00e9",
      authorization: "Bearer x",
      cookie: "a=b",
    };
    await gateway.request("POST", "/v1/public/campaigns", { headers: { ...forged, ...own() }, body: { a: 1 } });
    const { headers } = last();
    expect(headers[metadataKeys.context]).not.toBe("forged");
    expect(headers[metadataKeys.requestId]).toMatch(/^req_/);
    for (const name of [
      "x-api-key",
      "x-business-id",
      "tenantops-replayed",
      "x-client-address",
      "x-forwarded-for",
      "authorization",
      "cookie",
    ]) {
      expect(headers[name]).toBeUndefined();
    }
  });

  test("keeps its idempotency key, request id, trace and body", async () => {
    const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const sent = { "idempotency-key": "order-1", "x-request-id": "my-request-1", traceparent: trace };
    const body = { name: "Navidad", list: [1, 2.5, "é"], nested: { deep: null } };
    const answer = await gateway.request("POST", "/v1/public/campaigns", { headers: { ...own(), ...sent }, body });
    expect(answer.headers.get("x-request-id")).toBe("my-request-1");
    expect(last()).toMatchObject({
      method: "POST",
      body,
      headers: { "idempotency-key": "order-1", "x-request-id": "my-request-1" },
    });
    expect(last().headers["traceparent"]).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/);
  });

  test.each([
    ["PUT", "/v1/public/courses/crs_1/modules"],
    ["PATCH", "/v1/public/roulettes/rlt_1"],
    ["DELETE", "/v1/public/flows/targets/tgt_1"],
    ["POST", "/v1/public/prizes/prz_1/claim"],
  ])("%s without a body arrives without one", async (method, path) => {
    const answer = await gateway.request(method, path, { headers: own() });
    expect([answer.status, last().method]).toEqual([200, method]);
  });

  test("gets the reply body of the service, with the headers of the gateway", async () => {
    const answer = await gateway.request("GET", "/v1/public/prizes/missing", { headers: own() });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: "prize_not_found" });
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    expect(answer.headers.get("x-kept")).toBe("yes");
    for (const name of ["server", "x-powered-by", "tenantops-internal"]) expect(answer.headers.get(name)).toBeNull();
    expect(answer.headers.get("ratelimit")).toContain("requests");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    ["without a key", () => ({ "x-business-id": tenant.businessId }), 401, "unauthorized"],
    ["without a business", () => ({ "x-api-key": tenant.key }), 403, "forbidden"],
    ["for another business", () => ({ ...own(), "x-business-id": "biz_other" }), 403, "forbidden"],
  ])("%s is refused and reaches no service", async (_name, headers, status, error) => {
    const answer = await gateway.request("GET", "/v1/public/campaigns", { headers: headers() });
    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ error })]);
    expect(arrived).toEqual([]);
  });

  test.each(["", "x".repeat(256), "\u00e4"])(
    "with the Idempotency-Key %j is refused and reaches no service",
    async (key) => {
      const answer = await gateway.request("POST", "/v1/public/courses/cut/sessions", {
        headers: { ...own(), "idempotency-key": key },
        body: {},
      });
      expect([answer.status, await answer.json()]).toEqual([
        422,
        expect.objectContaining({ error: "invalid_argument" }),
      ]);
      expect(arrived).toEqual([]);
    },
  );

  test("needs the scope of its area and method", async () => {
    const reader = await gateway.createKey(tenant.businessId, { scopes: ["flows:read"] });
    const status = async (method: string, path: string) =>
      (await gateway.request(method, path, { headers: own(reader) })).status;
    expect(await status("GET", "/v1/public/campaigns")).toBe(200);
    expect(await status("POST", "/v1/public/campaigns")).toBe(403);
    expect(await status("GET", "/v1/public/courses")).toBe(403);
  });

  test.each([
    "/v1/public/campaigns/../courses",
    "/v1/public/campaigns/%2e%2e/courses",
    "/v1/public/campaigns/..%2fcourses",
  ])("%s does not leave its path", async (path) => {
    // fetch would normalize the path.
    const asked = httpRequest({ port: gateway.port, host: "127.0.0.1", path, headers: own() }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(arrived.map(({ url }) => url)).toEqual([]);
  });
});

describe("a key under requireProposal", () => {
  test.each(passedOn.filter(isRouteWrite))("$method $path writes nothing", async (route) => {
    const key = await gateway.createTenant({}, { requireProposal: true });
    const answer = await gateway.request(route.method, fillIds(route.path), { headers: own(key), body: {} });
    expect([answer.status, await answer.json()]).toEqual([
      428,
      expect.objectContaining({ error: "proposal_required" }),
    ]);
    expect(arrived).toEqual([]);
  });

  test("reads, and writes again when the operator has freed it on purpose", async () => {
    const key = await gateway.createTenant({}, { requireProposal: true });
    const freed = await gateway.createKey(key.businessId, { requireProposal: false });
    const inherited = await gateway.createKey(key.businessId, { requireProposal: null });
    const statuses = [];
    for (const [method, who] of [
      ["GET", key],
      ["POST", key],
      ["POST", inherited],
      ["POST", freed],
    ] as const)
      statuses.push(
        (
          await gateway.request(method, "/v1/public/campaigns", {
            headers: own(who),
            body: method === "GET" ? undefined : {},
          })
        ).status,
      );
    expect(statuses).toEqual([200, 428, 428, 200]);
  });

  test("gets the 403 of its scopes before the 428", async () => {
    const key = await gateway.createTenant({ scopes: ["flows:read"] }, { requireProposal: true });
    const answer = await gateway.request("POST", "/v1/public/campaigns", { headers: own(key), body: {} });
    expect(answer.status).toBe(403);
  });
});

describe("a service that is down", () => {
  test("is 503 with Retry-After, and the other services reply", async () => {
    const answer = await gateway.request("GET", "/v1/public/webhooks", { headers: own() });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({
      error: "service_unavailable",
      detail: expect.stringContaining("webhooks"),
    });
    expect((await gateway.request("GET", "/v1/public/campaigns", { headers: own() })).status).toBe(200);
  });

  test("during a write: the reply says that a write may have happened, and the request is sent once", async () => {
    const answer = await gateway.request("POST", "/v1/public/courses/cut/sessions", { headers: own(), body: {} });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      detail:
        "The connection to the learning service broke before its answer. A write may have happened. Check first whether it did: a repeat without an Idempotency-Key may write twice.",
    });
    expect(arrived.length).toBe(1);
  });

  test("during a write with an Idempotency-Key: the request is sent again, and that of a page is not", async () => {
    const send = async (path: string) => {
      arrived = [];
      const answer = await gateway.request("POST", path, { headers: { ...own(), "idempotency-key": "k-1" }, body: {} });
      return { status: answer.status, times: arrived.length, text: await answer.text() };
    };
    expect(await send("/v1/public/courses/cut/sessions")).toMatchObject({
      ...{ status: 503, times: 4 },
      text: expect.stringContaining("A write may have happened. Repeat it with the same Idempotency-Key."),
    });
    expect(await send("/flow/cut")).toMatchObject({ status: 503, times: 1 });
  });

  test("during a read: the request is sent again", async () => {
    const answer = await gateway.request("GET", "/v1/public/courses/cut", { headers: own() });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      detail: "The connection to the learning service broke before its answer.",
    });
    expect(arrived.length).toBe(4);
  });
});

describe("a flow's page", () => {
  test("needs no credential, and the service receives the address of the visitor", async () => {
    const headers = { cookie: "visitor=1", "x-client-address": "6.6.6.6", "tenantops-context": "forged" };
    const answer = await gateway.request("GET", "/flow/navidad", { headers });
    expect(answer.status).toBe(200);
    expect(last().headers).toMatchObject({ cookie: "visitor=1", "x-client-address": "127.0.0.1" });
    expect(last().headers[metadataKeys.context]).toBeUndefined();
  });

  test.each([
    ["PUT", "/flow/navidad", "GET, HEAD, POST"],
    ["POST", "/course/crs_1", "GET, HEAD"],
    ["GET", "/flow/navidad/sign-in/code", "POST"],
    ["POST", "/flow/navidad/sign-in", "GET"],
    ["GET", "/flow/navidad/registration/reg_1/files/id_card", "POST"],
  ])("refuses %s %s with the methods that work there, before it is passed on", async (method, path, allow) => {
    const answer = await gateway.request(method, path, {});
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
    expect(arrived).toEqual([]);
  });

  test.each([
    ["/roulette/rlt_1", 200],
    ["/course/crs_1", 405],
  ])("has one behind it, %s, with cookies in both directions", async (path, posted) => {
    const headers = { cookie: "visitor-rlt_1=1", "tenantops-context": "forged" };
    const answer = await gateway.request("GET", `${path}?pass=a.b.c`, { headers });
    expect([answer.status, last().url]).toEqual([200, `${path}?pass=a.b.c`]);
    expect(last().headers).toMatchObject({ cookie: "visitor-rlt_1=1", "x-client-address": "127.0.0.1" });
    expect(last().headers[metadataKeys.context]).toBeUndefined();
    const body = "_submission=1";
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await gateway.request("POST", path, { headers: form, body })).status).toBe(posted);
    if (posted === 200) expect(last().body).toBe(body);
  });

  test("can send a form", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: gateway.url };
    const answer = await gateway.request("POST", "/flow/navidad/registrations", {
      headers,
      body: "name=Ana+B&country=MX",
    });
    expect(answer.status).toBe(200);
    expect(last().body).toBe("name=Ana+B&country=MX");
  });

  test("is limited per address", async () => {
    const statuses = [];
    for (let count = 0; count < 40; count += 1) statuses.push((await gateway.request("GET", "/flow/navidad")).status);
    expect(statuses).toContain(429);
  });
});

describe("compression", () => {
  const acceptGzip = () => ({ ...own(), "accept-encoding": "gzip", "idempotency-key": "k-1" });

  test("a long answer to a GET is compressed by the gateway, and the request to the service accepts no compression", async () => {
    const answer = await gateway.request("GET", "/v1/public/roulettes/long", { headers: acceptGzip() });
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    expect(await answer.json()).toMatchObject({ url: "/v1/public/roulettes/long" });
    expect(last().headers["accept-encoding"]).toBeUndefined();
  });

  test("the answer to a write is not compressed: it may contain the secret of an endpoint", async () => {
    const answer = await gateway.request("POST", "/v1/public/roulettes/long/spins", {
      headers: acceptGzip(),
      body: {},
    });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.json()).toMatchObject({ url: "/v1/public/roulettes/long/spins" });
  });

  test("an answer with a key or a token is not compressed, at any length", async () => {
    const name = "k".repeat(90);
    const headers = { authorization: `Bearer ${getOperatorKey(gateway.settings)}`, "accept-encoding": "gzip" };
    const path = `/businesses/${tenant.businessId}/keys`;
    const allowedAddresses = Array.from({ length: 60 }, (_, index) => `10.1.${index}.0/24`);
    const key = await gateway.requestAdmin("POST", path, { headers, body: { name, allowedAddresses } });
    const keyText = await key.text();
    expect([key.status, keyText.length > 1024, key.headers.get("content-encoding")]).toEqual([201, true, null]);
    const form = { grant_type: "client_credentials", client_id: tenant.businessId, client_secret: tenant.key };
    const token = await gateway.request("POST", "/oauth/token", { headers: { "accept-encoding": "gzip" }, body: form });
    expect([token.status, token.headers.get("content-encoding")]).toEqual([200, null]);
  });
});

// The last test: the service does not come back.
test("a service that stops during a write with an Idempotency-Key: it may have written, although the further tries reach nobody", async () => {
  const headers = { ...own(), "idempotency-key": "k-1" };
  const answer = await gateway.request("POST", "/v1/public/courses/stop/sessions", { headers, body: {} });
  expect([answer.status, arrived.length]).toEqual([503, 1]);
  expect(await answer.json()).toMatchObject({
    detail:
      "The learning service is not reachable right now. A write may have happened. Repeat it with the same Idempotency-Key.",
  });
});
