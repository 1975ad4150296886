// Agents of people: consent, tokens, calls, and the end of a connection, with the clients of the official SDKs.
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  Client as Client2,
  StreamableHTTPClientTransport as Transport2,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { eventually } from "@tenant-ops/kit/testing";
import { beforeAll, describe, expect, test } from "vitest";
import {
  answerConsent,
  type Choice,
  createAnswer,
  createSender,
  MemoryProvider,
  registerClient,
  signIn,
} from "./support/people/agents-of-people.js";
import { createLink, joinAs } from "./support/people/people.js";
import { type Business, sendJson, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";

let mesh: TestMesh;
let business: Business;
beforeAll(async () => {
  mesh = await useSharedMesh();
  business = await mesh.createBusiness();
});

const callTool = (token: string, name: string, args: object = {}, url = mesh.url) =>
  sendJson("POST", `${url}/mcp`, { name, arguments: args }, { authorization: `Bearer ${token}` });

describe("the client of SDK 1", () => {
  test("connects with nothing but the URL, and its calls are made in the name of the connection", async () => {
    const person = await signIn(mesh, business.businessId);
    const provider = new MemoryProvider();
    const serverUrl = new URL(`${mesh.url}/mcp`);
    expect(await auth(provider, { serverUrl })).toBe("REDIRECT");
    const answer = await answerConsent(person, provider.authorizeUrl ?? "");
    expect(answer.searchParams.get("iss")).toBe(mesh.url);

    const code = answer.searchParams.get("code") ?? "";
    expect(await auth(provider, { serverUrl, authorizationCode: code })).toBe("AUTHORIZED");
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(serverUrl, { authProvider: provider }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("supply_list_stocks");
    const answerOfTool = await client.callTool({ name: "supply_list_stocks", arguments: {} });
    expect(answerOfTool.isError).not.toBe(true);
    await client.close();
  });

  test("refreshes with its own refresh token", async () => {
    const person = await signIn(mesh, business.businessId);
    const provider = new MemoryProvider();
    const serverUrl = new URL(`${mesh.url}/mcp`);
    await auth(provider, { serverUrl });
    const answer = await answerConsent(person, provider.authorizeUrl ?? "");
    await auth(provider, { serverUrl, authorizationCode: answer.searchParams.get("code") ?? "" });
    const before = provider.saved?.refresh_token;
    expect(await auth(provider, { serverUrl })).toBe("AUTHORIZED");
    expect(provider.saved?.refresh_token).not.toBe(before);
    expect((await callTool(provider.saved?.access_token ?? "", "supply_list_stocks")).status).toBe(200);
  });
});

test("the client of SDK 2 connects with nothing but the URL", async () => {
  const person = await signIn(mesh, business.businessId);
  const provider = new MemoryProvider();
  const serverUrl = new URL(`${mesh.url}/mcp`);
  const createTransport = () => new Transport2(serverUrl, { authProvider: provider });
  const transport = createTransport();
  const client = new Client2({ name: "test", version: "1.0.0" });
  await expect(client.connect(transport)).rejects.toBeInstanceOf(UnauthorizedError);
  const answer = await answerConsent(person, provider.authorizeUrl ?? "");
  await transport.finishAuth(answer.searchParams);
  await client.connect(createTransport());
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("supply_list_stocks");
  await client.close();
});

test("an agent with all areas of an owner makes no requests about persons", async () => {
  const owner = await signIn(mesh, business.businessId);
  const client = await registerClient(mesh.url);
  const answer = await answerConsent(owner, client.authorizeUrl());
  const { body } = await client.exchange(answer.searchParams.get("code") ?? "");
  const headers = {
    authorization: `Bearer ${body["access_token"]}`,
    "x-business-id": business.businessId,
    "idempotency-key": crypto.randomUUID(),
  };
  const path = `${mesh.url}/v1/public/person-requests`;
  const person = { emails: ["ana@example.com"] };
  const refused = { status: 403, body: { error: "forbidden", detail: expect.stringContaining("agents") } };
  expect(await sendJson("POST", `${path}/preview`, person, headers)).toMatchObject(refused);
  expect(await sendJson("POST", path, { ...person, kind: "erasure" }, headers)).toMatchObject(refused);
  expect(await sendJson("GET", path, undefined, headers)).toMatchObject(refused);
});

test("a connection that may only read is told which scopes to ask for, and with them it writes", async () => {
  const owner = await signIn(mesh, business.businessId);
  const client = await registerClient(mesh.url);
  const connect = async (scope: string) => {
    const answer = await answerConsent(owner, client.authorizeUrl({ scope }));
    return (await client.exchange(answer.searchParams.get("code") ?? "")).body["access_token"] ?? "";
  };
  const propose = (token: string) =>
    callTool(token, "supply_propose_stock", { product_name: "Cap", total_stock: 1, min_stock_alert: 0 });
  const refused = await propose(await connect("supply:read"));
  const challenge = refused.headers.get("www-authenticate") ?? "";
  expect([refused.status, challenge]).toEqual([403, expect.stringContaining('error="insufficient_scope"')]);
  const [, scope = ""] = /scope="([^"]+)"/.exec(challenge) ?? [];
  expect(scope).toBe("supply:read supply:write");
  expect((await propose(await connect(scope))).status).toBe(200);
});

describe("a host that asks for what the metadata names", () => {
  const serverUrl = () => new URL(`${mesh.url}/mcp`);
  const connectByUrl = async (choice?: Choice) => {
    const person = await signIn(mesh, business.businessId);
    const provider = new MemoryProvider();
    await auth(provider, { serverUrl: serverUrl() });
    const asked = provider.authorizeUrl?.searchParams.get("scope")?.split(" ") ?? [];
    const answer = await answerConsent(person, provider.authorizeUrl ?? "", choice);
    await auth(provider, { serverUrl: serverUrl(), authorizationCode: answer.searchParams.get("code") ?? "" });
    const transport = new Transport2(serverUrl(), { authProvider: provider });
    const client = new Client2({ name: "test", version: "1.0.0" });
    await client.connect(transport);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    return { asked, person, provider, transport, client, names };
  };
  const write = { name: "supply_propose_service_center", arguments: { name: "North", lat: 19.4, long: -99.1 } };

  test("asks to read, sees the tools that write, asks its person for more when an agent calls one, and writes then", async () => {
    const { asked, person, provider, transport, client, names } = await connectByUrl();
    expect(asked.filter((scope) => !scope.endsWith(":read"))).toEqual([]);
    expect(provider.saved?.scope).not.toContain(":write");
    expect(names).toContain("supply_propose_withdrawal");
    await expect(client.callTool(write)).rejects.toBeInstanceOf(UnauthorizedError);
    expect(provider.authorizeUrl?.searchParams.get("scope")).toContain("supply:write");
    await transport.finishAuth((await answerConsent(person, provider.authorizeUrl ?? "")).searchParams);
    expect((await client.callTool(write)).isError).not.toBe(true);
    await client.close();
  });

  test("writes at once when its person allows changes on the first page", async () => {
    const { provider, client } = await connectByUrl({ access: "write" });
    expect(provider.saved?.scope).toContain("supply:write");
    expect((await client.callTool(write)).isError).not.toBe(true);
    await client.close();
  });

  test("sees no tools of an area that its person has refused", async () => {
    const { client, names } = await connectByUrl({ areas: ["supply"] });
    expect(names).toContain("supply_propose_withdrawal");
    expect(names.filter((name) => !name.startsWith("supply_"))).toEqual([]);
    await client.close();
  });
});

test("a connection whose person allowed only to read, although more was asked, sees no tools that write", async () => {
  const owner = await signIn(mesh, business.businessId);
  const client = await registerClient(mesh.url);
  const answer = await answerConsent(owner, client.authorizeUrl(), { access: "read" });
  const { body } = await client.exchange(answer.searchParams.get("code") ?? "");
  const headers = { authorization: `Bearer ${body["access_token"]}` };
  const listed = await sendJson("POST", `${mesh.url}/mcp`, { jsonrpc: "2.0", id: 1, method: "tools/list" }, headers);
  const names = (listed.body as unknown as { result: { tools: { name: string }[] } }).result.tools.map(
    ({ name }) => name,
  );
  expect(names).toContain("supply_list_stocks");
  expect(names.filter((name) => /_propose_|_approve_|_create_/.test(name))).toEqual([]);
});

test("a person with several businesses chooses one, and the connection is of this one", async () => {
  const other = await mesh.createBusiness();
  const before = await signIn(mesh, business.businessId);
  const session = (await (await before.send("GET", "/v1/console/session")).json()) as { person: { _id: string } };
  const cookie = await joinAs(await createLink(mesh, other.businessId), before.cookie, session.person._id);
  const person = { cookie, send: createSender(mesh, cookie) };
  const client = await registerClient(mesh.url);
  const choice = await person.send("GET", client.authorizeUrl().replace(`${mesh.url}/oauth/authorize`, "/connect"));
  const links = [...(await choice.text()).matchAll(/href="([^"]+)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  expect(links).toHaveLength(2);
  const link = links.find((href) => href.includes(other.businessId)) ?? "";
  const form = createAnswer(await (await person.send("GET", link)).text());
  const answer = new URL((await person.send("POST", "/connect", { form })).headers.get("location") ?? "");
  const { body } = await client.exchange(answer.searchParams.get("code") ?? "");
  const [, claims = ""] = (body["access_token"] ?? "").split(".");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ sub: other.businessId });
});

test("a connection to the sandbox works with the data of the sandbox, counts its calls, and ends like any other", async () => {
  const person = await signIn(mesh, business.businessId);
  const client = await registerClient(mesh.url);
  const page = await person.send("GET", client.authorizeUrl().replace(`${mesh.url}/oauth/authorize`, "/connect"));
  const form = createAnswer(await page.text(), { place: "sandbox" });
  // The page is shown again because no area was chosen, and keeps all choices.
  const incomplete = new URLSearchParams([...form].filter(([name]) => name !== "area"));
  incomplete.set("access", "read");
  incomplete.set("approval", "on");
  const again = await (await person.send("POST", "/connect", { form: incomplete })).text();
  const checked = [...again.matchAll(/<input[^>]*\sid="([^"]+)"[^>]*\schecked/g)].map(([, id]) => id);
  expect(checked).toEqual(["place-sandbox", "access-read", "approval"]);
  const answer = new URL((await person.send("POST", "/connect", { form })).headers.get("location") ?? "");
  const { body } = await client.exchange(answer.searchParams.get("code") ?? "");
  const token = body["access_token"] ?? "";
  const product = { product_name: `Gloves ${crypto.randomUUID()}`, total_stock: 1, min_stock_alert: 0 };
  expect((await callTool(token, "supply_create_stock", product)).status).toBe(200);
  const listOf = async (headers: Record<string, string>) =>
    JSON.stringify(
      (await sendJson("POST", `${mesh.url}/mcp`, { name: "supply_list_stocks", arguments: {} }, headers)).body,
    );
  const testKey = await mesh.createTestKey(business);
  expect(await listOf({ authorization: `Bearer ${token}` })).toContain(product.product_name);
  expect(await listOf({ "x-api-key": testKey.key })).toContain(product.product_name);
  expect(await listOf({ "x-api-key": business.key })).not.toContain(product.product_name);

  await eventually(async () => {
    const list = (await (await person.send("GET", "/v1/console/connections?limit=1")).json()) as {
      items: Record<string, unknown>[];
    };
    expect(list.items[0]).toMatchObject({ businessId: business.businessId, isSandbox: true });
    expect(list.items[0]?.["calls"]).toBeGreaterThan(0);
    expect(list.items[0]?.["_id"]).toBeTypeOf("string");
  });
  const refreshed = await client.refresh(body["refresh_token"] ?? "");
  expect(await listOf({ authorization: `Bearer ${refreshed.body["access_token"]}` })).toContain(product.product_name);
  await fetch(`${mesh.url}/oauth/revoke`, {
    method: "POST",
    body: new URLSearchParams({ token, client_id: client.clientId }),
  });
  await eventually(async () => expect((await callTool(token, "supply_list_stocks")).status).toBe(401));
});

test("a revoked connection is refused on every replica, and the list shows whose it was", async () => {
  const person = await signIn(mesh, business.businessId);
  const client = await registerClient(mesh.url);
  const answer = await answerConsent(person, client.authorizeUrl());
  const { body } = await client.exchange(answer.searchParams.get("code") ?? "");
  const token = body["access_token"] ?? "";
  for (const url of mesh.mesh.gatewayUrls)
    expect((await callTool(token, "supply_list_stocks", {}, url)).status).toBe(200);

  const path = `/v1/console/businesses/${business.businessId}/connections`;
  const list = (await (await person.send("GET", `${path}?active=true`)).json()) as { items: { _id: string }[] };
  expect(list.items[0]).toMatchObject({ person: { name: "Ana" }, client: { id: client.clientId, host: null } });
  const revoked = await person.send("POST", `${path}/${list.items[0]?._id}/revoke`, { body: {} });
  expect(revoked.status).toBe(200);

  await eventually(async () => {
    for (const url of mesh.mesh.gatewayUrls)
      expect((await callTool(token, "supply_list_stocks", {}, url)).status).toBe(401);
  });
  expect(await client.refresh(body["refresh_token"] ?? "")).toMatchObject({
    status: 400,
    body: { error: "invalid_grant" },
  });
});
