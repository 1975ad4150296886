import { eventually } from "@tenant-ops/kit/testing";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey } from "../testing.js";

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

let replicas: [TestGateway, TestGateway];
const flows = Fastify();
beforeAll(async () => {
  flows.all("/*", async () => ({}));
  await flows.listen({ host: "127.0.0.1", port: 0 });
  const settings = createTestSettings({
    PUBLIC_URL: "http://gateway.test",
    FLOWS_HTTP_URL: flows.listeningOrigin,
    RATE_LISTS_PER_MINUTE: "40",
    RATE_REQUESTS_PER_MINUTE: "30",
    RATE_WRITES_PER_MINUTE: "10",
  });
  replicas = [await startTestGateway(settings), await startTestGateway(settings)];
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  await flows.close();
});

const ask = (gateway: TestGateway, { key }: TestKey) =>
  gateway.request("POST", "/mcp", { headers: { "x-api-key": key }, body: list });

function rest(gateway: TestGateway, { key, businessId }: TestKey, method: string) {
  const headers = { "x-api-key": key, "x-business-id": businessId };
  return gateway.request(method, "/v1/public/campaigns", { headers, ...(method === "POST" && { body: {} }) });
}

/** Sends requests one after another until one is refused. */
async function passedUntilRefused(
  send: () => Promise<Response>,
  most: number,
): Promise<{ passed: number; refused?: Response }> {
  for (let passed = 0; passed < most; passed += 1) {
    const answer = await send();
    if (answer.status === 429) return { passed, refused: answer };
  }
  return { passed: most };
}

describe("over the limit", () => {
  test("a request is 429 with Retry-After and our error body; other businesses are not affected", async () => {
    const [gateway] = replicas;
    const [loud, quiet] = [await gateway.createTenant(), await gateway.createTenant()];
    const { passed, refused } = await passedUntilRefused(() => ask(gateway, loud), 60);
    // When a new minute begins during the test, a few more are accepted.
    expect(passed).toBeGreaterThanOrEqual(40);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused?.headers.get("x-ratelimit-remaining")).toBe("0");
    const seconds = refused?.headers.get("retry-after");
    const detail = new RegExp(`40 lists .* Try again in ${seconds} seconds?\\.$`);
    expect(await refused?.json()).toMatchObject({ error: "rate_limited", detail: expect.stringMatching(detail) });
    expect((await ask(gateway, quiet)).status).toBe(200);
  });

  test("malformed bodies count as well", async () => {
    const [gateway] = replicas;
    const { key } = await gateway.createTenant();
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const { passed } = await passedUntilRefused(() => gateway.request("POST", "/mcp", { headers, body: "{" }), 60);
    expect(passed).toBeGreaterThanOrEqual(40);
    expect(passed).toBeLessThan(60);
  });

  test("writes have a lower limit in addition to that for requests; discovery has its own", async () => {
    const [gateway] = replicas;
    const tenant = await gateway.createTenant();
    const writes = await passedUntilRefused(() => rest(gateway, tenant, "POST"), 30);
    expect(writes.passed).toBeLessThan(15);
    expect((await rest(gateway, tenant, "GET")).status).toBe(200);
    await passedUntilRefused(() => rest(gateway, tenant, "GET"), 40);
    expect((await ask(gateway, tenant)).status).toBe(200);
  });

  test("a business and a key can have their own limits", async () => {
    const [gateway] = replicas;
    const small = await gateway.createTenant({}, { rates: { listsPerMinute: 3 } });
    const large = await gateway.createKey(small.businessId, { rates: { listsPerMinute: 100 } });
    expect((await passedUntilRefused(() => ask(gateway, small), 10)).passed).toBeLessThan(7);
    const answer = await ask(gateway, large);
    expect(answer.headers.get("ratelimit-policy")).toBe('"lists";q=100;w=60');
    expect(answer.status).toBe(200);
  });
});

describe("every reply", () => {
  test("says how much remains, in both header formats", async () => {
    const [gateway] = replicas;
    const tenant = await gateway.createTenant();
    const { headers } = await rest(gateway, tenant, "POST");
    expect(headers.get("ratelimit-policy")).toBe('"requests";q=30;w=60, "writes";q=10;w=60');
    expect(headers.get("ratelimit")).toMatch(/^"requests";r=29;t=\d+, "writes";r=9;t=\d+$/);
    expect(headers.get("x-ratelimit-limit")).toBe("10");
    expect(headers.get("x-ratelimit-remaining")).toBe("9");
    expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(0);
  });

  test("without a tenant says how many requests and wrong credentials remain", async () => {
    const [gateway] = replicas;
    const getPolicy = async (path: string) => (await gateway.request("GET", path)).headers.get("ratelimit-policy");
    for (const path of ["/nowhere", "/.well-known/oauth-authorization-server"]) {
      expect(await getPolicy(path)).toBe('"anonymous";q=600;w=60, "failed-credentials";q=20;w=60');
    }
  });
});

test("two replicas do not double the limit", async () => {
  const [one, two] = replicas;
  const tenant = await one.createTenant();
  const { passed } = await passedUntilRefused(() => ask(one, tenant), 60);
  expect(passed).toBeGreaterThanOrEqual(40);
  // The count of the other replica arrives after the next exchange. A few requests are accepted before, not another 40.
  const before = { passed: 0 };
  await eventually(async () => {
    const answer = await ask(two, tenant);
    if (answer.status === 200) before.passed += 1;
    expect(answer.status).toBe(429);
  });
  expect(before.passed).toBeLessThan(40);
});
