import { createKey } from "@tenant-ops/kit/call";
import { agentReadScopes } from "@tenant-ops/rest/access";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey, getOperatorKey } from "../testing.js";

let gateway: TestGateway;
let tenant: TestKey;

beforeAll(async () => {
  // All wrong credentials below come from one address.
  gateway = await startTestGateway(createTestSettings({ RATE_FAILED_CREDENTIALS_PER_MINUTE: "1000" }));
  tenant = await gateway.createTenant();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => gateway.close());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

async function call(headers: Record<string, string>, path = "/mcp") {
  const answer = await gateway.request("POST", path, { headers, body: list });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, string> };
}

describe.each(["/mcp", "/cognitive-layer/mcp"])("%s", (path) => {
  test("accepts a tenant key", async () => {
    expect(await call({ "x-api-key": tenant.key }, path)).toMatchObject({ status: 200 });
  });

  test.each([
    ["no credential", () => ({})],
    ["the key in the wrong header", () => ({ authorization: `Bearer ${tenant.key}` })],
    ["the key under a wrong header name", () => ({ "api-key": tenant.key })],
    ["a key without the prefix", () => ({ "x-api-key": tenant.key.slice(4) })],
    ["a key with a typo", () => ({ "x-api-key": tenant.key.slice(0, -1) + (tenant.key.endsWith("a") ? "b" : "a") })],
    ["a well-formed key that does not exist", () => ({ "x-api-key": createKey("live") })],
    ["two keys at once", () => ({ "x-api-key": `${tenant.key}, ${tenant.key}` })],
    ["a made-up token", () => ({ authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJiaXpfMSJ9." })],
    ["another scheme", () => ({ authorization: "Basic YTpi" })],
    ["an SQL condition", () => ({ "x-api-key": "' OR 1=1" })],
  ])("%s is 401 and says Unauthorized", async (_name, headers) => {
    const answer = await call(headers(), path);
    expect(answer).toMatchObject({ status: 401, body: { error: "unauthorized" } });
    expect(answer.body["detail"]).toMatch(/^Unauthorized/);
    expect(answer.body["request_id"]).toBe(answer.headers.get("x-request-id"));
    const challenge = answer.headers.get("www-authenticate") ?? "";
    expect(challenge).toContain(`resource_metadata="${gateway.url}/.well-known/oauth-protected-resource${path}"`);
    expect(challenge).toContain(`scope="${agentReadScopes.join(" ")}"`);
  });

  test.each([
    ["as key", (operator: string) => ({ "x-api-key": operator })],
    ["as bearer", (operator: string) => ({ authorization: `Bearer ${operator}` })],
  ])("the operator key %s is 400 with the text of the specification", async (_name, headers) => {
    const answer = await call(headers(getOperatorKey(gateway.settings)), path);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: "tenant_auth_required",
        detail: "ValueError: MCP tools require tenant-bound auth (tenant key or OAuth Bearer)",
      },
    });
  });
});

test("the key is used when both are sent", async () => {
  expect((await call({ "x-api-key": tenant.key, authorization: "Bearer rubbish" })).status).toBe(200);
  expect((await call({ "x-api-key": createKey("live"), authorization: "Bearer rubbish" })).status).toBe(401);
});

test("an expired key is 401", async () => {
  const { businessId } = tenant;
  const expiresAt = Date.now() + 3_600_000;
  const short = await gateway.createKey(businessId, { expiresAt: new Date(expiresAt).toISOString() });
  expect((await call({ "x-api-key": short.key })).status).toBe(200);
  vi.useFakeTimers({ toFake: ["Date"], now: expiresAt });
  expect((await call({ "x-api-key": short.key })).status).toBe(401);
});

test("a key that is limited to other addresses is 403", async () => {
  const elsewhere = await gateway.createKey(tenant.businessId, { allowedAddresses: ["10.0.0.0/8"] });
  const here = await gateway.createKey(tenant.businessId, { allowedAddresses: ["127.0.0.0/8", "::1"] });
  expect(await call({ "x-api-key": elsewhere.key })).toMatchObject({ status: 403, body: { error: "forbidden" } });
  expect((await call({ "x-api-key": here.key })).status).toBe(200);
});

test("the keys of an inactive business are 401 until it is active again", async () => {
  const other = await gateway.createTenant();
  await gateway.admin("PATCH", `/businesses/${other.businessId}`, { active: false });
  expect((await call({ "x-api-key": other.key })).status).toBe(401);
  await gateway.admin("PATCH", `/businesses/${other.businessId}`, { active: true });
  expect((await call({ "x-api-key": other.key })).status).toBe(200);
});

test("the last use of a key is saved", async () => {
  const used = await gateway.createTenant();
  await call({ "x-api-key": used.key });
  await expect
    .poll(async () => {
      const { items } = await gateway.admin<{ items: Array<{ lastUsedAt: string | null }> }>(
        "GET",
        `/businesses/${used.businessId}/keys`,
      );
      return items[0]?.lastUsedAt;
    })
    .toEqual(expect.any(String));
});

test("after 20 wrong credentials an address gets 429; right ones still work from it", async () => {
  const strict = await startTestGateway(createTestSettings());
  try {
    const { key } = await strict.createTenant();
    const guess = async () => {
      const answer = await strict.request("POST", "/mcp", { headers: { "x-api-key": createKey("live") }, body: list });
      const { detail } = (await answer.json()) as { detail: string };
      return { status: answer.status, retryAfter: answer.headers.get("retry-after"), detail };
    };
    for (let count = 0; count < 20; count += 1) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(refused.detail).toMatch(new RegExp(`Try again in ${refused.retryAfter} seconds?\\.$`));
    const right = await strict.request("POST", "/mcp", { headers: { "x-api-key": key }, body: list });
    expect(right.status).toBe(200);
  } finally {
    await strict.close();
  }
});
