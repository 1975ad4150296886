import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, getOperatorKey, startTestGateway, type TestGateway } from "../testing.js";

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway(createTestSettings({ RATE_FAILED_CREDENTIALS_PER_MINUTE: "1000" }));
});
afterAll(() => gateway.close());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const isAccepted = async (key: string) =>
  (await gateway.request("POST", "/mcp", { headers: { "x-api-key": key }, body: list })).status === 200;

async function seesOperations(headers: Record<string, string>): Promise<boolean> {
  const answer = await gateway.request("POST", "/mcp", { headers, body: list });
  return (await answer.text()).includes('"supply_list_movements"');
}

async function asOperator(method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${getOperatorKey(gateway.settings)}` };
  const answer = await gateway.requestAdmin(method, path, { headers, body });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

describe("/v1/admin", () => {
  test("replies 401 to every caller without an operator key, also to a tenant", async () => {
    const { key } = await gateway.createTenant();
    const status = async (headers: Record<string, string>) =>
      (await gateway.requestAdmin("GET", "/businesses", { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: "Bearer wrong" })).toBe(401);
    expect(await status({ "x-api-key": getOperatorKey(gateway.settings) })).toBe(401);
    expect(await status({ "x-api-key": key })).toBe(401);
    expect(await status({ authorization: `Bearer ${key}` })).toBe(401);
  });

  test("is on its own port, which has nothing else, and not on the port of callers", async () => {
    const headers = { authorization: `Bearer ${getOperatorKey(gateway.settings)}` };
    for (const path of ["/v1/admin/businesses", "/v1/admin/calls"])
      expect((await gateway.request("GET", path, { headers })).status).toBe(404);
    for (const path of ["/mcp", "/oauth/token", "/v1/public/webhooks", "/flow/x", "/metrics"])
      expect((await fetch(`${gateway.operatorUrl}${path}`, { method: "POST", headers })).status).toBe(404);
  });

  test("a business gets currency and time zone of its country unless they are given", async () => {
    const mexican = await asOperator("POST", "/businesses", { name: "Uno", country: "MX" });
    expect(mexican.status).toBe(201);
    expect(mexican.body).toMatchObject({ currency: "MXN", timeZone: "America/Mexico_City", active: true });
    const own = await asOperator("POST", "/businesses", {
      name: "Dos",
      country: "CO",
      currency: "USD",
      timeZone: "UTC",
    });
    expect(own.body).toMatchObject({ currency: "USD", timeZone: "UTC" });
  });

  test.each([
    [{ country: "MX" }, "name"],
    [{ name: "A", country: "Mexico" }, "country"],
    [{ name: "A", country: "MX", currency: "XYZ1" }, "currency"],
    [{ name: "A", country: "MX", timeZone: "Mars/Olympus" }, "timeZone"],
    [{ name: "A", country: "MX", colour: "red" }, "colour"],
    [{ name: { $gt: "" }, country: "MX" }, "name"],
  ])("a business with wrong fields %j is refused, and the reply names %s", async (body, field) => {
    const answer = await asOperator("POST", "/businesses", body);
    expect(answer).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
    expect(answer.body["detail"]).toContain(field);
  });

  test("a change changes only its own fields", async () => {
    const businessId = await gateway.createBusiness({ name: "Before" });
    const changed = await asOperator("PATCH", `/businesses/${businessId}`, {
      requireProposal: true,
      rates: { writesPerMinute: 7 },
    });
    expect(changed.body).toMatchObject({
      name: "Before",
      country: "MX",
      requireProposal: true,
      rates: { writesPerMinute: 7 },
    });
    expect((await asOperator("GET", `/businesses/${businessId}`)).body).toEqual(changed.body);
  });

  test("lists page by page, with a cursor while there are more", async () => {
    await gateway.createBusiness();
    await gateway.createBusiness();
    const seen = new Set<string>();
    let cursor = "";
    do {
      const page = await gateway.admin<{ items: Array<{ _id: string }>; next_cursor?: string }>(
        "GET",
        `/businesses?limit=2&cursor=${cursor}`,
      );
      page.items.forEach(({ _id }) => seen.add(_id));
      cursor = page.next_cursor ?? "";
    } while (cursor !== "");
    expect(seen.size).toBeGreaterThanOrEqual(2);
  });

  test("a business or key that does not exist is 404", async () => {
    const businessId = await gateway.createBusiness();
    const foreign = await gateway.createTenant();
    expect(await asOperator("GET", "/businesses/biz_none")).toMatchObject({
      status: 404,
      body: { error: "business_not_found" },
    });
    expect(await asOperator("POST", `/businesses/${businessId}/keys/${foreign.keyId}/revoke`)).toMatchObject({
      status: 404,
      body: { error: "key_not_found" },
    });
  });
});

describe("a key", () => {
  test("is shown once and not stored", async () => {
    const tenant = await gateway.createTenant();
    expect(tenant.key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
    const listed = JSON.stringify(await gateway.admin("GET", `/businesses/${tenant.businessId}/keys`));
    expect(listed).toContain(tenant.keyId);
    expect(listed).not.toContain(tenant.key);
    expect(listed).not.toMatch(/hash[^"]*":/i);
  });

  test.each([
    [{ name: "a", scopes: ["supply:fly"] }, "scopes"],
    [{ name: "a", scopes: [] }, "scopes"],
    [{ name: "a", expiresAt: "2001-01-01T00:00:00Z" }, "expiresAt"],
    [{ name: "a", allowedAddresses: ["10.0.0.0/33"] }, "allowedAddresses"],
    [{ name: "a", toolsets: ["operation"] }, "toolsets"],
    [{ name: "a", toolsets: "operations" }, "toolsets"],
    [{ name: "a", rates: { writesPerMinute: -1 } }, "rates.writesPerMinute"],
  ])("with wrong fields %j is refused, and the reply names %s", async (body, field) => {
    const answer = await asOperator("POST", `/businesses/${await gateway.createBusiness()}/keys`, body);
    expect(answer.status).toBe(422);
    expect(answer.body["detail"]).toContain(field);
  });

  test("is rotated with an overlap in which both keys work with the same scopes", async () => {
    const old = await gateway.createTenant({ scopes: ["supply:read"] });
    const rotate = `/businesses/${old.businessId}/keys/${old.keyId}/rotate`;
    const made = await gateway.admin<{ key: string; scopes: string[]; replaces: string }>("POST", rotate, {
      overlapDays: 7,
    });
    expect(made).toMatchObject({ scopes: ["supply:read"], replacesKeyId: old.keyId });
    expect([await isAccepted(old.key), await isAccepted(made.key)]).toEqual([true, true]);
    expect(await asOperator("POST", rotate, { overlapDays: 8 })).toMatchObject({ status: 422 });
  });

  test("has the toolsets that it was created with, also after rotation and for its access tokens", async () => {
    const old = await gateway.createTenant({ toolsets: ["operations"] });
    const made = await gateway.admin<{ key: string; toolsets: string[] }>(
      "POST",
      `/businesses/${old.businessId}/keys/${old.keyId}/rotate`,
      { overlapDays: 1 },
    );
    expect(made.toolsets).toEqual(["operations"]);
    const body = { grant_type: "client_credentials", client_id: old.businessId, client_secret: made.key };
    const answer = await gateway.request("POST", "/oauth/token", { body });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const plain = await gateway.createTenant();
    const credentials: Record<string, string>[] = [
      { "x-api-key": old.key },
      { "x-api-key": made.key },
      { authorization: `Bearer ${token}` },
      { "x-api-key": plain.key },
    ];
    const seen = await Promise.all(credentials.map(seesOperations));
    expect(seen).toEqual([true, true, true, false]);
  });

  test("rotated without an overlap: only the new key works", async () => {
    const old = await gateway.createTenant();
    expect(await isAccepted(old.key)).toBe(true);
    const rotate = `/businesses/${old.businessId}/keys/${old.keyId}/rotate`;
    const made = await gateway.admin<{ key: string }>("POST", rotate, { overlapDays: 0 });
    expect([await isAccepted(old.key), await isAccepted(made.key)]).toEqual([false, true]);
    expect(await asOperator("POST", rotate, {})).toMatchObject({ status: 409, body: { error: "key_revoked" } });
  });
});

test("an operator cannot create a test key of a business that is being offboarded", async () => {
  const businessId = await gateway.createBusiness();
  const headers = {
    authorization: `Bearer ${getOperatorKey(gateway.settings)}`,
    "idempotency-key": crypto.randomUUID(),
  };
  const post = (path: string, body: object) =>
    gateway.requestAdmin("POST", `/businesses/${businessId}${path}`, { headers, body });
  expect((await post("/offboarding", { confirmName: "Acme" })).status).toBe(201);
  const answer = await post("/keys", { name: "late", mode: "test" });
  expect([answer.status, await answer.json()]).toMatchObject([403, { error: "business_closed" }]);
});
