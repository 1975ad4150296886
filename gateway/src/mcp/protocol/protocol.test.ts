import { readFileSync } from "node:fs";
import { Refusal } from "@tenant-ops/kit/errors";
import { eventually, untilAborted } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getText } from "../json.js";
import {
  createWithdrawalArguments,
  legacyVersions,
  type McpTest,
  modernVersion,
  requireObject,
  createRpcRequest,
  startMcpTest,
  versions,
} from "../testing.js";

let mcp: McpTest;
beforeAll(async () => void (mcp = await startMcpTest({ addresses: { roulettes: "127.0.0.1:9" } })));
afterAll(() => mcp.close());
beforeEach(() => void (mcp.supply.before = async () => {}));

const list = { name: "supply_list_stocks", arguments: { limit: 1 } };

describe.each(versions)("protocol %s", (version) => {
  test("a tool call needs no handshake, and its text equals its structured content", async () => {
    const { result, status, headers } = await mcp.rpc(mcp.createTenant().key, version, "tools/call", list);
    expect(status).toBe(200);
    expect(headers.get("content-length")).toBeTruthy();
    expect(headers.get("mcp-session-id")).toBeNull();
    const [block] = Array.isArray(result["content"]) ? result["content"] : [];
    const text = getText(block, "text") ?? "";
    expect(JSON.parse(text)).toEqual(result["structuredContent"]);
    expect(text).toBe(JSON.stringify(result["structuredContent"]));
    expect(result["isError"]).toBeUndefined();
    expect(result["_meta"]).toEqual(version === modernVersion ? expect.anything() : undefined);
  });

  test("an Accept without our content types gets JSON", async () => {
    const { body, headers } = createRpcRequest(version, "tools/call", list);
    for (const accept of ["*/*", "application/json", "text/html"]) {
      const answer = await mcp.post(mcp.createTenant().key, body, { ...headers, accept });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toContain("application/json");
    }
  });

  test("lists the tools in the order of the catalogue", async () => {
    const { result } = await mcp.rpc(mcp.createTenant().key, version, "tools/list");
    const tools = Array.isArray(result["tools"]) ? result["tools"].map(requireObject) : [];
    expect(tools.length).toBeGreaterThan(12);
    expect(tools[0]).toMatchObject({
      name: "supply_list_stocks",
      title: "List stocks",
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      inputSchema: { type: "object", additionalProperties: false },
      outputSchema: { type: "object" },
    });
    expect(Object.keys(tools[0] ?? {}).toSorted()).toEqual([
      "annotations",
      "description",
      "inputSchema",
      "name",
      "outputSchema",
      "title",
    ]);
    expect(result["ttlMs"]).toBe(version === modernVersion ? 300_000 : undefined);
    expect(result["cacheScope"]).toBe(version === modernVersion ? "private" : undefined);
  });

  test("an unknown method gets -32601, also when an object has a property of that name", async () => {
    for (const method of ["constructor", "toString", "__proto__", "tools/steal"]) {
      const { error, status } = await mcp.rpc(mcp.createTenant().key, version, method, { a: 1 });
      expect([error["code"], status]).toEqual([-32601, expect.toBeOneOf([200, 404])]);
    }
  });

  test("an unknown tool is a JSON-RPC error, with a sentence and the request id", async () => {
    const { status, error, headers } = await mcp.rpc(mcp.createTenant().key, version, "tools/call", {
      name: "supply_fly",
    });
    expect(status).toBe(200);
    expect(error).toMatchObject({
      code: -32602,
      data: { detail: expect.stringContaining("supply_fly"), request_id: headers.get("x-request-id") },
    });
  });

  test.each([
    ["tools/call", {}, /params.name/],
    ["tools/call", { name: "supply_list_stocks", arguments: "limit=1" }, /params.arguments must be an object/],
    ["resources/read", {}, /params.uri/],
    [
      "prompts/get",
      { name: "review_low_stock", arguments: { service_center_id: 1 } },
      /service_center_id must be text/,
    ],
    ["prompts/get", { name: "review_last_month", arguments: { collection: ["flows"] } }, /collection must be text/],
    ["prompts/get", { name: "unknown_prompt" }, /No prompt is called "unknown_prompt"/],
    ["completion/complete", { ref: { type: "ref/prompt" } }, /params.ref/],
    ["resources/read", { uri: "service://supply/nothing" }, /No resource "service:\/\/supply\/nothing"/],
    ["resources/read", { uri: "file:///etc/passwd" }, /No resource/],
  ])(
    "%s with wrong params gets an error that names the param and what it should be",
    async (method, params, detail) => {
      const { status, error } = await mcp.rpc(mcp.createTenant().key, version, method, params);
      expect(status).toBe(200);
      expect(error).toMatchObject({
        code: -32602,
        data: { detail: expect.stringMatching(detail), request_id: expect.any(String) },
      });
      expect(JSON.stringify(error)).not.toMatch(/zod|invalid_type|stack/i);
    },
  );

  test.each(["tools/fly", "logging/setLevel", "resources/subscribe", "tasks/list", "subscriptions/listen"])(
    "%s does not exist",
    async (method) => {
      const params = { level: "debug", uri: "service://supply/schema/stock", notifications: {} };
      const { error } = await mcp.rpc(mcp.createTenant().key, version, method, params);
      expect(error).toMatchObject({
        code: -32601,
        data: { detail: expect.any(String), request_id: expect.any(String) },
      });
    },
  );

  test("wrong arguments are a result that the agent can read, without structured content", async () => {
    const call = { name: "supply_list_stocks", arguments: { limit: 0, colour: "red" } };
    const { status, result, headers } = await mcp.rpc(mcp.createTenant().key, version, "tools/call", call);
    expect(status).toBe(200);
    expect(result).toMatchObject({
      isError: true,
      _meta: { code: "invalid_argument", retryable: false, request_id: headers.get("x-request-id") },
    });
    expect(result).not.toHaveProperty("structuredContent");
    const text = JSON.stringify(result["content"]);
    expect(text).toMatch(/colour: is not known here; known are limit, cursor/);
    expect(text).toContain(headers.get("x-request-id"));
    expect(text).toMatch(/does not help/);
  });

  test("a refusal by a business rule is a result with its code and its numbers", async () => {
    const call = { name: "supply_approve_withdrawal", arguments: createWithdrawalArguments({ quantity: 500 }) };
    const { result } = await mcp.rpc(mcp.createTenant().key, version, "tools/call", call);
    expect(result).toMatchObject({ isError: true, _meta: { code: "insufficient_stock" } });
    expect(JSON.stringify(result)).toMatch(/The center holds 100; 500 were asked for/);
  });

  test("a service that is down is a result with the time to wait", async () => {
    mcp.supply.before = async () => {
      throw new Refusal("service_unavailable", "The supply service is not reachable right now.", 3);
    };
    const { status, result } = await mcp.rpc(mcp.createTenant().key, version, "tools/call", list);
    expect(status).toBe(200);
    expect(result).toMatchObject({
      isError: true,
      _meta: { code: "service_unavailable", retryable: true, retry_after: 3 },
    });
    expect(JSON.stringify(result)).toMatch(/Send the same call again after 3 seconds/);
  });

  test("an internal error is HTTP 500 and contains only its request id", async () => {
    mcp.supply.before = async () => {
      throw new Error("mongodb://user:secret@db.internal");
    };
    const answer = await mcp.rpc(mcp.createTenant().key, version, "tools/call", list);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: "internal_server_error",
      detail: expect.any(String),
      request_id: answer.headers.get("x-request-id"),
    });
    expect(answer.text).not.toMatch(/secret|mongodb/);
  });

  test("a missing scope is HTTP 403", async () => {
    const { key } = mcp.createTenant({ scopes: ["learning:read"] });
    const answer = await mcp.rpc(key, version, "tools/call", list);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: "forbidden", detail: expect.stringContaining("supply:read") });
    const resource = await mcp.rpc(key, version, "resources/read", { uri: "service://supply/schema/stock" });
    expect(resource.status).toBe(403);
  });

  test("a prompt contains the resource that it names, with the data of the caller's business", async () => {
    const { key, tenant } = mcp.createTenant();
    const { result } = await mcp.rpc(key, version, "prompts/get", { name: "withdraw_stock" });
    const uri = "service://supply/schema/withdrawals";
    expect(result["messages"]).toMatchObject([
      { role: "user", content: { type: "text", text: expect.stringContaining(uri) } },
      {
        role: "user",
        content: { type: "resource", resource: { uri, text: `Withdrawal types of ${tenant.businessId}` } },
      },
    ]);
  });

  test("progress is sent only to a caller that asks for it and accepts streams", async () => {
    const { key } = mcp.createTenant();
    const { body, headers } = createRpcRequest(version, "tools/call", { ...list, _meta: { progressToken: "p1" } });
    const accept = "application/json, text/event-stream";
    const whole = await mcp.post(key, body, headers);
    expect(whole.headers.get("content-type")).toContain("application/json");
    const answer = await mcp.post(key, body, { ...headers, accept });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    const events = (await answer.text()).split("\n").filter((line) => line.startsWith("data: "));
    const messages = events.map((line) => requireObject(JSON.parse(line.slice(6))));
    expect(messages).toMatchObject([
      { method: "notifications/progress", params: { progressToken: "p1", progress: 0, total: 1 } },
      { method: "notifications/progress", params: { progressToken: "p1", progress: 1, total: 1 } },
      { id: 1, result: { structuredContent: { count: 1 } } },
    ]);
  });

  test("tenants that send equal request ids at the same time each get their own reply", async () => {
    const tenants = Array.from({ length: 20 }, () => mcp.createTenant());
    const uri = "service://supply/schema/stock";
    const answers = await Promise.all(tenants.map(({ key }) => mcp.rpc(key, version, "resources/read", { uri })));
    for (const [index, { result }] of answers.entries()) {
      expect(result["contents"]).toEqual([
        { uri, mimeType: "text/markdown", text: `Stock of ${tenants[index]?.tenant.businessId}` },
      ]);
    }
  });

  test("when the caller disconnects, the rpc is cancelled", async () => {
    let isCancelled = false;
    let hasArrived = false;
    mcp.supply.before = async ({ signal }) => {
      hasArrived = true;
      signal?.addEventListener("abort", () => void (isCancelled = true));
      await untilAborted(signal);
    };
    const abort = new AbortController();
    const { body, headers } = createRpcRequest(version, "tools/call", list);
    const gone = fetch(`${mcp.url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": mcp.createTenant().key, ...headers },
      body: JSON.stringify(body),
      signal: abort.signal,
    }).catch(() => {});
    await eventually(() => expect(hasArrived).toBe(true));
    abort.abort();
    await gone;
    await eventually(() => expect(isCancelled).toBe(true));
  });
});

describe.each(legacyVersions)("the handshake of %s", (version) => {
  test("agrees on that version and creates no session", async () => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const { result, headers } = await mcp.rpc(mcp.createTenant().key, version, "initialize", params);
    const { version: own } = requireObject(
      JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")),
    );
    expect(result).toMatchObject({
      protocolVersion: version,
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      serverInfo: { name: "tenant-ops", version: own },
    });
    expect(Object.keys(requireObject(result["capabilities"])).toSorted()).toEqual([
      "completions",
      "prompts",
      "resources",
      "tools",
    ]);
    expect(getText(result, "instructions")?.split("\n")).toHaveLength(8);
    expect(headers.get("mcp-session-id")).toBeNull();
  });

  test("its notification gets 202 without a body", async () => {
    const answer = await mcp.post(mcp.createTenant().key, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect(answer.status).toBe(202);
    expect(await answer.text()).toBe("");
  });
});

describe("a service that replies too late", () => {
  let slow: McpTest;
  beforeAll(async () => void (slow = await startMcpTest({ timeoutMs: 1000 })));
  afterAll(() => slow.close());

  test.each(versions)("is a result in %s; after a write it does not advise to repeat the call", async (version) => {
    slow.supply.before = ({ signal }) => untilAborted(signal);
    const { key } = slow.createTenant();
    const approve = { name: "supply_approve_withdrawal", arguments: createWithdrawalArguments() };
    const [read, write] = await Promise.all([list, approve].map((call) => slow.rpc(key, version, "tools/call", call)));
    expect(read?.result).toMatchObject({ isError: true, _meta: { code: "deadline_exceeded", retryable: true } });
    expect(read?.text).toMatch(/Send the same call again/);
    expect(read?.text).not.toMatch(/write|written/i);
    expect(write?.text).toMatch(/A write may have happened\. So look with the list tools before you send it again/);
  });
});

test("a resource of a service that is down is HTTP 503 with Retry-After", async () => {
  const uri = "service://roulettes/schema/gifts";
  const answer = await mcp.rpc(mcp.createTenant().key, modernVersion, "resources/read", { uri });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(answer.body).toMatchObject({ error: "service_unavailable", detail: expect.stringContaining("roulettes") });
});

describe("server/discover", () => {
  test("names the version, the capabilities and the instructions", async () => {
    const { result } = await mcp.rpc(mcp.createTenant().key, modernVersion, "server/discover");
    expect(result).toMatchObject({
      supportedVersions: [modernVersion],
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: expect.stringContaining("proposal_token"),
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "tenant-ops" } },
    });
  });
});

describe("invalid requests", () => {
  test.each([
    ["a batch", [{ jsonrpc: "2.0", id: 1, method: "tools/list" }], -32600, /batches are not taken/],
    ["an empty batch", [], -32600, /batches are not taken/],
    ["a text", '"hello"', -32600, /Send a JSON-RPC message/],
    ["an object that is neither", { hello: 1 }, -32600, /jsonrpc/],
    ["another JSON-RPC", { jsonrpc: "1.0", id: 7, method: "tools/list" }, -32600, /jsonrpc/],
    ["bad JSON", "{", -32700, /not valid JSON/],
    ["an empty body", "", -32700, /empty/],
    ["a byte order mark", "\ufeff{}", -32700, /byte order mark/],
    ["a deep nest", `${"[".repeat(1000)}${"]".repeat(1000)}`, -32700, /nests deeper/],
    [
      "a name that would change a prototype",
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{}}',
      -32700,
      /__proto__/,
    ],
    [
      "an unknown version",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/list",
        params: {
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2031-01-01",
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      },
      -32022,
      /2031-01-01/,
    ],
  ])("%s is refused with 400", async (_, body, code, detail) => {
    const answer = await mcp.post(mcp.createTenant().key, body);
    expect(answer.status).toBe(400);
    expect(requireObject(await answer.json())["error"]).toMatchObject({
      code,
      data: { detail: expect.stringMatching(detail), request_id: answer.headers.get("x-request-id") },
    });
  });

  test.each(["{", '["a batch"]', '{"tool":"supply_list_stocks"}', '{"name":"x","arguments":{"__proto__":1}}'])(
    "%s may have been meant as a direct call, so its error also has the fields of a plain error",
    async (body) => {
      const answer = await mcp.post(mcp.createTenant().key, body);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({
          jsonrpc: "2.0",
          detail: expect.stringMatching(/\S/),
          request_id: answer.headers.get("x-request-id"),
        }),
      ]);
    },
  );

  test("an unsupported version in the header is refused, and the reply names the supported ones", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const answer = await mcp.post(mcp.createTenant().key, body, { "mcp-protocol-version": "1999-01-01" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("2025-11-25");
  });

  test.each(["GET", "DELETE", "PUT", "PATCH"])("%s is answered 405 with Allow: POST", async (method) => {
    for (const path of ["/mcp", "/cognitive-layer/mcp", "/mcp/", "/cognitive-layer/mcp/"]) {
      const answer = await fetch(`${mcp.url}${path}`, { method, headers: { "x-api-key": mcp.createTenant().key } });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST");
      expect(await answer.json()).toMatchObject({ error: "method_not_allowed" });
    }
  });

  test.each(["/mcp/", "/cognitive-layer/mcp/"])("%s works like the path without the last slash", async (path) => {
    const { key } = mcp.createTenant();
    const listed = await mcp.post(key, { jsonrpc: "2.0", id: 1, method: "tools/list" }, {}, path);
    expect(requireObject(await listed.json())["result"]).toBeDefined();
    const called = await mcp.post(key, { name: "supply_list_stocks", arguments: {} }, {}, path);
    expect([called.status, requireObject(await called.json())["count"]]).toEqual([200, 3]);
    const refused = await mcp.post("svc_test_nobody", {}, {}, path);
    expect(refused.status).toBe(401);
    const metadata = `/.well-known/oauth-protected-resource${path.slice(0, -1)}"`;
    expect(refused.headers.get("www-authenticate")).toContain(metadata);
  });

  test("a body of another type is 415", async () => {
    const answer = await mcp.post(mcp.createTenant().key, "name=x", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ error: "unsupported_media_type" });
  });
});
