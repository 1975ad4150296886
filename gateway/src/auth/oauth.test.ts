import {
  auth,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { ClientCredentialsProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { decodeJwt, SignJWT } from "jose";
import { createPrivateKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey } from "../testing.js";

let gateway: TestGateway;
let tenant: TestKey;

beforeAll(async () => {
  gateway = await startTestGateway(createTestSettings({ RATE_FAILED_CREDENTIALS_PER_MINUTE: "1000" }));
  tenant = await gateway.createTenant();
});
afterAll(() => gateway.close());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const createGrant = (given: TestKey) => ({
  grant_type: "client_credentials",
  client_id: given.businessId,
  client_secret: given.key,
});

async function ask(init: { body: string; headers: Record<string, string> }) {
  const answer = await fetch(`${gateway.url}/oauth/token`, { method: "POST", ...init });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, string> };
}
const askJson = (body: unknown) => ask({ body: JSON.stringify(body), headers: { "content-type": "application/json" } });
const askForm = (body: Record<string, string>, headers: Record<string, string> = {}) =>
  ask({
    body: new URLSearchParams(body).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
const use = (token: string, path = "/mcp") =>
  gateway.request("POST", path, { headers: { authorization: `Bearer ${token}` }, body: list });

describe("POST /oauth/token", () => {
  test("takes JSON, as the specification says, and the token works on both MCP paths", async () => {
    const { status, headers, body } = await askJson(createGrant(tenant));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: "Bearer",
      expires_in: 3600,
      scope: expect.stringContaining("supply:write"),
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await use(body["access_token"] ?? "")).status).toBe(200);
    expect((await use(body["access_token"] ?? "", "/cognitive-layer/mcp")).status).toBe(200);
  });

  test("takes a form and HTTP Basic, and the key's id as client_id", async () => {
    expect((await askForm({ ...createGrant(tenant), client_id: tenant.keyId })).status).toBe(200);
    const basic = Buffer.from(`${tenant.businessId}:${tenant.key}`).toString("base64");
    expect((await askForm({ grant_type: "client_credentials" }, { authorization: `Basic ${basic}` })).status).toBe(200);
  });

  test("the token names business and key and contains no secret", async () => {
    const { body } = await askJson(createGrant(tenant));
    const claims = decodeJwt(body["access_token"] ?? "");
    expect(claims).toMatchObject({ iss: gateway.url, aud: gateway.url, sub: tenant.businessId, key: tenant.keyId });
    expect(JSON.stringify(claims)).not.toContain(tenant.key.slice(9));
  });

  test.each([
    ["another grant", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["no grant", { grant_type: "" }, 400, "invalid_request"],
    ["no secret", { client_secret: "" }, 400, "invalid_request"],
    ["a wrong secret", { client_secret: "svc_live_nonsense" }, 401, "invalid_client"],
    ["another business's id", { client_id: "biz_other" }, 401, "invalid_client"],
    ["a scope that does not exist", { scope: "mars:read" }, 400, "invalid_scope"],
    ["the resource of another server", { resource: "https://example.com/mcp" }, 400, "invalid_target"],
  ])("%s is refused with the fields of OAuth and ours", async (_name, wrong, status, error) => {
    const answer = await askForm({ ...createGrant(tenant), ...wrong });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      error,
      error_description: answer.body["detail"],
      request_id: expect.any(String),
    });
  });

  test("an object where a string belongs is refused by type", async () => {
    expect(await askJson({ ...createGrant(tenant), client_secret: { $gt: "" } })).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
  });

  test("a requested scope reduces the scopes of the key and never extends them", async () => {
    const reader = await gateway.createKey(tenant.businessId, { scopes: ["supply:read", "flows:read"] });
    const asked = await askForm({ ...createGrant(reader), scope: "supply:read supply:write" });
    expect(asked.body["scope"]).toBe("supply:read");
    const repeated = await askForm({ ...createGrant(reader), scope: "supply:read ".repeat(101) });
    expect(repeated.body["scope"]).toBe("supply:read");
  });

  test("the token expires with its key", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const short = await gateway.createKey(tenant.businessId, { expiresAt });
    const { body } = await askJson(createGrant(short));
    expect(Number(body["expires_in"])).toBeLessThanOrEqual(60);
  });
});

test("registrations of clients above the limit of an address are refused before anything is done", async () => {
  const settings = createTestSettings({ RATE_CLIENT_REGISTRATIONS_PER_MINUTE: "2" });
  const limited = await startTestGateway(settings);
  const register = () => limited.request("POST", "/oauth/register", { body: { redirect_uris: ["http://localhost/"] } });
  // The console service is not there, so what gets through is answered with 503.
  expect([(await register()).status, (await register()).status]).toEqual([503, 503]);
  const refused = await register();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await limited.close();
});

test("a request for a code leads to the application, with the same query", async () => {
  const query = "response_type=code&client_id=https%3A%2F%2Fagent.example%2Fc.json&state=a%26b";
  const answer = await gateway.request("GET", `/oauth/authorize?${query}`);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`${gateway.settings["APP_URL"]}/connect?${query}`);
  expect((await gateway.request("GET", "/oauth/authorize?response_type=token")).status).toBe(400);
});

describe("a token", () => {
  test("of a revoked key is 401", async () => {
    const doomed = await gateway.createKey(tenant.businessId);
    const { body } = await askJson(createGrant(doomed));
    expect((await use(body["access_token"] ?? "")).status).toBe(200);
    await gateway.admin("POST", `/businesses/${doomed.businessId}/keys/${doomed.keyId}/revoke`);
    const answer = await use(body["access_token"] ?? "");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  test.each([
    ["expired", { exp: Math.floor(Date.now() / 1000) - 10 }],
    ["for another audience", { aud: "https://example.com" }],
    ["of another issuer", { iss: "https://example.com" }],
  ])("%s is 401, although its signature is valid", async (_name, wrong) => {
    const der = Buffer.from(gateway.settings["TOKEN_PRIVATE_KEY"] ?? "", "base64url");
    const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    const soon = Math.floor(Date.now() / 1000) + 60;
    const claims = { iss: gateway.url, aud: gateway.url, exp: soon, sub: tenant.businessId, key: tenant.keyId };
    const sign = (given: object) =>
      new SignJWT({ ...claims, ...given }).setProtectedHeader({ alg: "EdDSA", typ: "at+jwt" }).sign(key);
    expect((await use(await sign({}))).status).toBe(200);
    expect((await use(await sign(wrong))).status).toBe(401);
  });
});

describe("the MCP client of the SDK", () => {
  test.each(["/mcp", "/cognitive-layer/mcp"])("gets a token with only the URL of %s and a key", async (path) => {
    const server = `${gateway.url}${path}`;
    const provider = new ClientCredentialsProvider({
      clientId: tenant.businessId,
      clientSecret: tenant.key,
      expectedIssuer: gateway.url,
    });
    expect(await auth(provider, { serverUrl: server })).toBe("AUTHORIZED");
    expect((await use(provider.tokens()?.access_token ?? "", path)).status).toBe(200);
  });

  test("finds metadata with every endpoint", async () => {
    const resource = await discoverOAuthProtectedResourceMetadata(`${gateway.url}/mcp`);
    expect(resource).toMatchObject({ resource: `${gateway.url}/mcp`, authorization_servers: [gateway.url] });
    const server = await discoverAuthorizationServerMetadata(gateway.url);
    expect(server).toMatchObject({
      issuer: gateway.url,
      token_endpoint: `${gateway.url}/oauth/token`,
      authorization_endpoint: `${gateway.url}/oauth/authorize`,
      registration_endpoint: `${gateway.url}/oauth/register`,
      revocation_endpoint: `${gateway.url}/oauth/revoke`,
      grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect((await fetch(`${gateway.url}/.well-known/oauth-protected-resource`)).status).toBe(200);
    expect((await fetch(server?.authorization_endpoint ?? "")).status).toBe(400);
  });
});
