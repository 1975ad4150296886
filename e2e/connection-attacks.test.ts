// Attacks on connections of agents: by a thief of codes and tokens, a hostile client and a hostile page.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { eventually } from "@tenant-ops/kit/testing";
import { beforeAll, describe, expect, test } from "vitest";
import {
  answerConsent,
  type Choice,
  createAnswer,
  createSender,
  createTestClient,
  readConsent,
  registerClient,
  requestToken,
  type SignedInPerson,
  signIn,
  type TestClient,
} from "./support/people/agents-of-people.js";
import { getAppUrl, joinBusiness } from "./support/people/people.js";
import { type Business, sendJson, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { toProcessName } from "./support/mesh/test-settings.js";

let mesh: TestMesh;
let business: Business;
let owner: SignedInPerson;
beforeAll(async () => {
  mesh = await useSharedMesh();
  business = await mesh.createBusiness();
  owner = await signIn(mesh, business.businessId);
});

const callTool = (token: string, name: string, args: object = {}) =>
  sendJson("POST", `${mesh.url}/mcp`, { name, arguments: args }, { authorization: `Bearer ${token}` });

async function getCode(client: TestClient, choice?: Choice, person = owner): Promise<string> {
  const answer = await answerConsent(person, client.authorizeUrl(), choice);
  return answer.searchParams.get("code") ?? "";
}

async function connect(choice?: Choice, person = owner) {
  const client = await registerClient(mesh.url);
  const { body } = await client.exchange(await getCode(client, choice, person));
  return { client, access: body["access_token"] ?? "", refresh: body["refresh_token"] ?? "", scope: body["scope"] };
}

const expectEnded = (token: string) =>
  eventually(async () => expect((await callTool(token, "supply_list_stocks")).status).toBe(401));

/** Why the newest connection of the owner has ended, as the console shows it. */
async function readReason(clientId: string): Promise<unknown> {
  const list = (await (await owner.send("GET", "/v1/console/connections?limit=1")).json()) as {
    items: { client: { id: string }; revokedReason: string | null }[];
  };
  expect(list.items[0]?.client.id).toBe(clientId);
  return list.items[0]?.revokedReason;
}

/** The page of consent, or what replaces it. */
const openConsent = async (url: string, person = owner) => {
  const authorize = await person.send("GET", url);
  return person.send("GET", authorize.headers.get("location") ?? "");
};

describe("a code", () => {
  test("that is sent twice is refused the second time, and the connection that it made ends", async () => {
    const client = await registerClient(mesh.url);
    const code = await getCode(client);
    const { body } = await client.exchange(code);
    expect((await callTool(body["access_token"] ?? "", "supply_list_stocks")).status).toBe(200);
    expect(await client.exchange(code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    await expectEnded(body["access_token"] ?? "");
    expect(await client.refresh(body["refresh_token"] ?? "")).toMatchObject({ body: { error: "invalid_grant" } });
    expect(await readReason(client.clientId)).toBe("codeReused");
  });

  test("that is exchanged twice at the same time makes no lasting connection", async () => {
    const client = await registerClient(mesh.url);
    const code = await getCode(client);
    const answers = await Promise.all([client.exchange(code), client.exchange(code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body } of answers) if (body["access_token"]) await expectEnded(body["access_token"]);
  });

  test("cannot be used by a thief without the verifier, and still works for the client after the attempt", async () => {
    const client = await registerClient(mesh.url);
    const other = await registerClient(mesh.url);
    const code = await getCode(client);
    const wrongFields: Record<string, string>[] = [
      { code_verifier: "" },
      { code_verifier: other.verifier },
      { code_verifier: client.verifier.slice(1) },
      { client_id: other.clientId, code_verifier: client.verifier },
      { redirect_uri: "http://127.0.0.1:9/other" },
      { redirect_uri: "" },
      { code: `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}` },
      { code: "" },
    ];
    for (const wrong of wrongFields)
      expect(await client.exchange(code, wrong)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    for (const resource of ["https://example.com/mcp", `${mesh.url}/cognitive-layer/mcp`])
      expect(await client.exchange(code, { resource })).toMatchObject({
        status: 400,
        body: { error: "invalid_target" },
      });
    expect(await client.exchange(code, { client_secret: business.key })).toMatchObject({ status: 401 });
    expect((await client.exchange(code)).status).toBe(200);
  });

  test("of a business is unknown to another business", async () => {
    const client = await registerClient(mesh.url);
    const code = await getCode(client);
    const other = await mesh.createBusiness();
    const moved = code.replace(business.businessId.slice(4), other.businessId.slice(4));
    expect(await client.exchange(moved)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });
});

describe("a refresh token", () => {
  test("that was replaced two times ends the connection when it is sent again", async () => {
    const { client, access, refresh } = await connect();
    const second = await client.refresh(refresh);
    await client.refresh(second.body["refresh_token"] ?? "");
    expect(await client.refresh(refresh)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    await expectEnded(access);
    expect(await readReason(client.clientId)).toBe("refreshTokenReused");
  });

  test("that a client sends twice at once gets the same next token both times, and the connection stays active", async () => {
    const { client, refresh } = await connect();
    const [one, two] = await Promise.all([client.refresh(refresh), client.refresh(refresh)]);
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(one?.body["refresh_token"]).toBe(two?.body["refresh_token"]);
    const next = await client.refresh(one?.body["refresh_token"] ?? "");
    expect((await callTool(next.body["access_token"] ?? "", "supply_list_stocks")).status).toBe(200);
  });

  test("that is forged or sent by another client changes nothing", async () => {
    const { client, refresh } = await connect();
    const other = await registerClient(mesh.url);
    const forged = `${refresh.slice(0, -43)}${"A".repeat(43)}`;
    const older = forged.replace(/_1_/, "_9_");
    for (const answer of [await other.refresh(refresh), await client.refresh(forged), await client.refresh(older)])
      expect(answer).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await client.refresh(refresh)).status).toBe(200);
  });

  test("can be revoked by its client, and by no other one", async () => {
    const { client, access, refresh } = await connect();
    const revoke = (fields: Record<string, string>) =>
      fetch(`${mesh.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams(fields) }).then(
        ({ status }) => status,
      );
    expect(await revoke({ token: refresh, client_id: "ocl_other" })).toBe(200);
    expect(await revoke({ token: "nonsense", client_id: client.clientId })).toBe(200);
    expect(await revoke({ token: refresh })).toBe(400);
    expect((await callTool(access, "supply_list_stocks")).status).toBe(200);
    expect(await revoke({ token: access, client_id: client.clientId })).toBe(200);
    await expectEnded(access);
    expect(await readReason(client.clientId)).toBe("client");
    expect((await client.refresh(refresh)).status).toBe(400);
  });
});

describe("the page of consent", () => {
  test("leads to the sign-in page without a session, and is shown after signing in", async () => {
    const client = await registerClient(mesh.url);
    const authorize = await fetch(client.authorizeUrl(), { redirect: "manual" });
    expect(authorize.status).toBe(303);
    const connectUrl = new URL(authorize.headers.get("location") ?? "");
    expect(connectUrl.origin).toBe(getAppUrl(mesh));
    const page = await fetch(connectUrl, { redirect: "manual" });
    expect(page.status).toBe(303);
    const signInUrl = new URL(page.headers.get("location") ?? "", getAppUrl(mesh));
    expect(signInUrl.pathname).toBe("/sign-in");
    expect(signInUrl.searchParams.get("return")).toBe(`${connectUrl.pathname}${connectUrl.search}`);
  });

  test("sends the browser only to addresses of the client, whatever else is wrong", async () => {
    const client = await registerClient(mesh.url);
    for (const given of [
      { redirect_uri: "https://evil.example/" },
      { redirect_uri: undefined },
      { redirect_uri: "https://evil.example/", response_type: "code", code_challenge: "" },
      { client_id: "ocl_01h455vb4pex5vsknk084sn02q" },
      { client_id: undefined },
      { client_id: "http://169.254.169.254/latest/meta-data/" },
      { client_id: "https://localhost/client.json" },
    ]) {
      const page = await openConsent(client.authorizeUrl(given));
      expect([given, page.status, page.headers.get("location")]).toEqual([given, 400, null]);
    }
  });

  test.each([
    ["no challenge", { code_challenge: undefined }, "invalid_request"],
    ["the method plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["another server's resource", { resource: "https://example.com/mcp" }, "invalid_target"],
    ["no scope that exists", { scope: "mars:read" }, "invalid_scope"],
  ])(
    "shows the error of %s before the person follows the link to the client, with state and iss",
    async (_name, given, error) => {
      const client = await registerClient(mesh.url);
      const answer = await openConsent(client.authorizeUrl(given));
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      const page = await answer.text();
      expect(page).toContain("127.0.0.1:9");
      const [, href = ""] = /class="button" href="([^"]+)"/.exec(page) ?? [];
      const { origin, pathname, searchParams } = new URL(href.replaceAll("&amp;", "&"));
      expect(`${origin}${pathname}`).toBe("http://127.0.0.1:9/callback");
      expect(Object.fromEntries(searchParams)).toMatchObject({ error, state: "state-1", iss: mesh.url });
    },
  );

  test("cannot be framed, has no script, and may send its form only here and to the client", async () => {
    const client = await registerClient(mesh.url);
    const page = await openConsent(client.authorizeUrl());
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:9 https:;");
    expect(policy).not.toContain("script-src");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(await page.text()).not.toContain("<script");
  });

  test("says that a client that registered itself is not verified, and writes its name as text", async () => {
    const answer = await sendJson(
      "POST",
      `${mesh.url}/oauth/register`,
      { client_name: `<img src=x onerror="alert(1)">`, redirect_uris: ["http://127.0.0.1:9/callback"] },
      {},
    );
    const client = createTestClient(mesh.url, String(answer.body["client_id"]));
    const text = await (await openConsent(client.authorizeUrl())).text();
    expect(text).toContain("Not verified");
    expect(text).not.toContain("<img");
  });

  test("can be answered once, only in its session, and only from a page of ours", async () => {
    const client = await registerClient(mesh.url);
    const form = createAnswer(await (await openConsent(client.authorizeUrl())).text());
    const other = await signIn(mesh, business.businessId);
    expect((await other.send("POST", "/connect", { form })).status).toBe(400);
    const otherPages: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "none" },
      { origin: mesh.url },
      { origin: "null" },
      {},
    ];
    for (const headers of otherPages) {
      const sent = await fetch(`${getAppUrl(mesh)}/connect`, {
        ...{ method: "POST", redirect: "manual", body: form },
        headers: { cookie: owner.cookie, ...headers },
      });
      expect([headers, sent.status]).toEqual([headers, 403]);
    }
    const answers = await Promise.all([1, 2].map(() => owner.send("POST", "/connect", { form })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 409]);
    expect((await owner.send("POST", "/connect", { form })).status).toBe(409);
  });

  test("refuses a question that was changed", async () => {
    const client = await registerClient(mesh.url);
    const consent = readConsent(await (await openConsent(client.authorizeUrl())).text());
    const [body = "", signature = ""] = consent.split(".");
    const question = JSON.parse(Buffer.from(body, "base64url").toString()) as { request: { redirectUri: string } };
    question.request.redirectUri = "https://evil.example/";
    const changed = `${Buffer.from(JSON.stringify(question)).toString("base64url")}.${signature}`;
    for (const text of [changed, `${body}.`, body, "", "x.y"]) {
      const form = new URLSearchParams({ consent: text, decision: "allow", area: "supply" });
      expect((await owner.send("POST", "/connect", { form })).status).toBe(400);
    }
  });

  test("sends access_denied to the client when the person refuses", async () => {
    const client = await registerClient(mesh.url);
    const answer = await answerConsent(owner, client.authorizeUrl(), { decision: "deny" });
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({ error: "access_denied", iss: mesh.url });
    expect(answer.searchParams.has("code")).toBe(false);
  });
});

describe("a connection", () => {
  test("can do only what the person allowed: one area, and only reading", async () => {
    const { access, scope } = await connect({ areas: ["supply"], access: "read" });
    expect(scope).toBe("supply:read");
    expect((await callTool(access, "supply_list_stocks")).status).toBe(200);
    const write = await callTool(access, "supply_create_stock", { product_name: "Gloves", total_stock: 1 });
    expect(write.status).toBe(403);
    expect((await callTool(access, "roulettes_list_roulettes")).status).toBe(403);
  });

  test("with approval writes nothing without a preview of its own", async () => {
    const { access } = await connect({ approval: true });
    const args = { name: "North", lat: 19.4, long: -99.1 };
    expect((await callTool(access, "supply_create_service_center", args)).body["error"]).toBe("confirmation_required");
    const other = await connect({ approval: true });
    const preview = await callTool(other.access, "supply_propose_service_center", args);
    const approved = { ...args, proposal_token: preview.body["proposal_token"] };
    expect((await callTool(access, "supply_create_service_center", approved)).body["error"]).toBe("proposal_invalid");
    expect((await callTool(other.access, "supply_create_service_center", approved)).status).toBe(200);
  });

  test("gets no more than the role of its person, and nothing that belongs to people", async () => {
    const viewer = await signIn(mesh, business.businessId, "viewer");
    const { access, scope } = await connect({}, viewer);
    expect(scope?.split(" ").every((one) => one.endsWith(":read"))).toBe(true);
    expect(scope).not.toMatch(/keys|members|business|connections|\*/);
    expect((await callTool(access, "supply_create_stock", { product_name: "x", total_stock: 1 })).status).toBe(403);
  });

  test("cannot write any more when the role of its person is lowered, and ends for good when the person is removed", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const joined = await joinBusiness(mesh, business.businessId, { email, role: "admin" });
    const person = { cookie: joined.cookie, send: createSender(mesh, joined.cookie) };
    const { client, access, refresh } = await connect({}, person);
    const write = (name: string) => callTool(access, "supply_create_service_center", { name, lat: 1, long: 1 });
    expect((await write("One")).status).toBe(200);

    const members = `/v1/console/businesses/${business.businessId}/members`;
    const found = (await (await owner.send("GET", `${members}?search=${email}`)).json()) as {
      items: { _id: string }[];
    };
    const path = `${members}/${found.items[0]?._id}`;
    expect((await owner.send("PATCH", path, { body: { role: "viewer" } })).status).toBe(200);
    await eventually(async () => expect((await write("Two")).status).toBe(403));
    expect((await callTool(access, "supply_list_stocks")).status).toBe(200);

    expect((await owner.send("DELETE", path)).status).toBe(204);
    await expectEnded(access);
    expect(await client.refresh(refresh)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    await joinBusiness(mesh, business.businessId, { email, role: "admin" });
    expect((await callTool(access, "supply_list_stocks")).status).toBe(401);
  });

  test("is refused while its business is switched off, and works after it", async () => {
    const own = await mesh.createBusiness();
    const person = await signIn(mesh, own.businessId);
    const { client, access, refresh } = await connect({}, person);
    expect((await callTool(access, "supply_list_stocks")).status).toBe(200);
    await mesh.callAdmin("PATCH", `/businesses/${own.businessId}`, { active: false });
    await expectEnded(access);
    expect(await client.refresh(refresh)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    await mesh.callAdmin("PATCH", `/businesses/${own.businessId}`, { active: true });
    await eventually(async () => expect((await callTool(access, "supply_list_stocks")).status).toBe(200));
  });

  test("of another business is in no list, and cannot be revoked from there", async () => {
    const other = await mesh.createBusiness();
    const outsider = await signIn(mesh, other.businessId);
    const { access } = await connect();
    const path = (businessId: string) => `/v1/console/businesses/${businessId}/connections`;
    const list = (await (await owner.send("GET", path(business.businessId))).json()) as { items: { _id: string }[] };
    const id = list.items[0]?._id ?? "";
    expect(await (await outsider.send("GET", path(other.businessId))).json()).toMatchObject({ items: [] });
    expect((await outsider.send("GET", path(business.businessId))).status).toBe(401);
    const revokePaths = [`${path(other.businessId)}/${id}/revoke`, `/v1/console/connections/${id}/revoke`];
    for (const one of revokePaths) expect((await outsider.send("POST", one, { body: {} })).status).toBe(404);
    expect((await callTool(access, "supply_list_stocks")).status).toBe(200);
  });

  test("shows its last use and its calls, without hashes", async () => {
    const { access } = await connect();
    await callTool(access, "supply_list_stocks");
    await eventually(async () => {
      const answer = await owner.send("GET", "/v1/console/connections?limit=1&active=true");
      const { items } = (await answer.json()) as { items: Record<string, unknown>[] };
      expect(items[0]).toMatchObject({ calls: 1, lastUsedAt: expect.any(String), isActive: true });
      expect(JSON.stringify(items)).not.toMatch(/(hash|salt|refresh)[^"]*":/i);
    });
  });

  test("lists page by page, also by person", async () => {
    for (let count = 0; count < 3; count += 1) await connect();
    const seen = new Set<string>();
    for (let cursor = ""; cursor !== "end";) {
      const answer = await owner.send("GET", `/v1/console/connections?limit=2&cursor=${cursor}`);
      const page = (await answer.json()) as { items: { _id: string }[]; next_cursor?: string };
      for (const { _id } of page.items) expect(seen.has(_id)).toBe(false);
      page.items.forEach(({ _id }) => seen.add(_id));
      cursor = page.next_cursor ?? "end";
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });
});

describe("a client with a metadata document", () => {
  test("is named by its host, and connects without registration, unless it needs another authentication", async () => {
    const server = createServer((request, response) => {
      const { port } = server.address() as AddressInfo;
      const clientId = `http://127.0.0.1:${port}${request.url}`;
      const method = request.url === "/client.json" ? "none" : "private_key_jwt";
      const document = {
        ...{ client_id: clientId, client_name: "Agent", redirect_uris: ["http://127.0.0.1:1/callback"] },
        token_endpoint_auth_method: method,
      };
      response.setHeader("content-type", "application/json").end(JSON.stringify(document));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const client = createTestClient(mesh.url, `http://127.0.0.1:${port}/client.json`);
    const page = await (await openConsent(client.authorizeUrl())).text();
    expect(page).toContain(`It is published by 127.0.0.1:${port}`);
    expect((await client.exchange(await getCode(client))).status).toBe(200);
    const other = createTestClient(mesh.url, `http://127.0.0.1:${port}/keys.json`);
    const refusal = await openConsent(other.authorizeUrl());
    expect(refusal.status).toBe(400);
    expect(await refusal.text()).toContain("private_key_jwt");
    server.close();
  });
});

test("a client reads its own registration with its token, and no other client does", async () => {
  const register = async () => {
    const given = { client_name: "Agent", redirect_uris: ["http://127.0.0.1:9/callback"] };
    return (await sendJson("POST", `${mesh.url}/oauth/register`, given, {})).body as Record<string, string>;
  };
  const [own, other] = [await register(), await register()];
  const read = (uri: string, token?: string) =>
    sendJson("GET", uri, undefined, token === undefined ? {} : { authorization: `Bearer ${token}` });
  const [uri = "", token] = [own["registration_client_uri"], own["registration_access_token"]];
  expect(await read(uri, token)).toMatchObject({ status: 200, body: own });
  for (const wrong of [other["registration_access_token"], "x", undefined])
    expect(await read(uri, wrong)).toMatchObject({ status: 401, body: { error: "unauthorized" } });
  expect((await read(`${uri}x`, token)).status).toBe(401);
});

test("the token endpoint refuses unknown grants and malformed codes", async () => {
  const refused: [Record<string, string>, string][] = [
    [{ grant_type: "password" }, "unsupported_grant_type"],
    [{ grant_type: "authorization_code" }, "invalid_request"],
    [{ grant_type: "authorization_code", client_id: "ocl_1", code: "x" }, "invalid_grant"],
    [{ grant_type: "refresh_token", client_id: "ocl_1", refresh_token: "x" }, "invalid_grant"],
  ];
  for (const [fields, error] of refused)
    expect(await requestToken(mesh.url, fields)).toMatchObject({ status: 400, body: { error } });
});

test("codes, verifiers and tokens are in no log", async () => {
  const client = await registerClient(mesh.url);
  const code = await getCode(client);
  const { body } = await client.exchange(code);
  await client.refresh(body["refresh_token"] ?? "");
  for (const name of ["gateway", "console"]) {
    const log = await readFile(join(mesh.mesh.logDir, `${toProcessName(name)}.log`), "utf8");
    expect(log).toContain("requestId");
    for (const secret of [code, client.verifier, body["access_token"], body["refresh_token"]])
      expect(log.includes(secret ?? "none")).toBe(false);
  }
});
