import type { JsonObject } from "@bufbuild/protobuf";
import { Refusal } from "@tenant-ops/kit/errors";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createWithdrawalArguments,
  type McpTest,
  modernVersion,
  requireObject,
  createRpcRequest,
  startMcpTest,
  versions,
} from "../testing.js";

let mcp: McpTest;
beforeAll(async () => void (mcp = await startMcpTest()));
afterAll(() => mcp.close());
beforeEach(() => void (mcp.supply.before = async () => {}));

/** Removes the values that differ in every reply: tokens and their expiry. */
const removeTokens = (text: string) =>
  text.replaceAll(/prop_[\w-]+/g, "prop_").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "at");

async function sendToBoth(key: string, body: unknown, headers: Record<string, string> = {}) {
  const answers = [mcp.url, mcp.sdkUrl].map(async (url) => {
    const answer = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, "x-request-id": "req_for_both", ...headers },
      body: JSON.stringify(body),
    });
    const [type, retryAfter] = ["content-type", "retry-after"].map((name) => answer.headers.get(name));
    return { status: answer.status, type, retryAfter, text: removeTokens(await answer.text()) };
  });
  const [hot, sdk] = await Promise.all(answers);
  return { hot, sdk };
}

const call = (name: string, args?: JsonObject, more: JsonObject = {}) => ({
  name,
  ...(args && { arguments: args }),
  ...more,
});

describe.each(versions)("in %s the hot path replies with the same bytes as the SDK", (version) => {
  test.each<[string, string, JsonObject]>([
    ["a list", "tools/call", call("supply_list_stocks", { limit: 2 })],
    ["no arguments", "tools/call", call("supply_list_stocks")],
    ["null for all arguments", "tools/call", { name: "supply_list_stocks", arguments: null }],
    ["an empty list", "tools/call", call("supply_get_low_stock_alerts", {})],
    [
      "a preview",
      "tools/call",
      call("supply_propose_withdrawal", createWithdrawalArguments({ ciudad: 'Ñ "quoted" \u2028 \\ </script>' })),
    ],
    ["wrong arguments", "tools/call", call("supply_list_stocks", { limit: 0, colour: 'r"ed' })],
    ["a refused write", "tools/call", call("supply_approve_withdrawal", createWithdrawalArguments({ quantity: 500 }))],
    ["an unknown tool", "tools/call", call("supply_fly", {})],
    [
      "known names in _meta",
      "tools/call",
      call("supply_list_stocks", {}, { _meta: { "tenantops/idempotencyKey": "k", traceparent: "x" } }),
    ],
    [
      "an unknown name in _meta",
      "tools/call",
      call("supply_list_stocks", {}, { _meta: { "example.com/x": { y: [1] } } }),
    ],
    ["a name beside the known ones", "tools/call", call("supply_list_stocks", {}, { colour: 1 })],
    ["task augmentation", "tools/call", call("supply_list_stocks", {}, { task: { ttl: 1 } })],
    ["the list of tools", "tools/list", {}],
    ["the list of tools from a cursor", "tools/list", { cursor: "x" }],
    ["a cursor that is no text", "tools/list", { cursor: 1 }],
    ["something else in _meta", "tools/list", { _meta: { "io.modelcontextprotocol/related-task": { taskId: "x" } } }],
    ["a wrong log level", "tools/list", { _meta: { "io.modelcontextprotocol/logLevel": "loud" } }],
  ])("%s", async (_, method, params) => {
    const { key } = mcp.createTenant();
    const { body, headers } = createRpcRequest(version, method, params);
    const { hot, sdk } = await sendToBoth(key, body, headers);
    expect(hot).toEqual(sdk);
  });

  test.each<[string, unknown]>([
    ["text", "an id"],
    ["zero", 0],
    ["large", Number.MAX_SAFE_INTEGER],
    ["empty", ""],
    ["half", 1.5],
    ["null", null],
    ["a list", []],
    ["absent", undefined],
  ])("an id that is %s", async (_, id) => {
    const { body, headers } = createRpcRequest(version, "tools/call", call("supply_list_stocks", {}));
    const { hot, sdk } = await sendToBoth(mcp.createTenant().key, { ...body, id }, headers);
    expect(hot).toEqual(sdk);
  });

  test("a replayed write", async () => {
    const { key } = mcp.createTenant();
    const params = call("supply_approve_withdrawal", createWithdrawalArguments(), {
      _meta: { "tenantops/idempotencyKey": "once" },
    });
    await mcp.rpc(key, version, "tools/call", params);
    const { body, headers } = createRpcRequest(version, "tools/call", params);
    const { hot, sdk } = await sendToBoth(key, body, headers);
    expect(hot?.text).toContain('"replayed":true');
    expect(hot).toEqual(sdk);
  });

  test.each([
    ["down", new Refusal("service_unavailable", "The supply service is away.", 3)],
    ["overloaded", new Refusal("overloaded", "Too much.", 4)],
    ["broken", new Error("secret")],
    ["refusing the record", new Refusal("forbidden", "Not this record.")],
    ["rejecting the call context", new Refusal("unauthorized", "No valid call context.")],
  ])("a service that is %s", async (_, error) => {
    mcp.supply.before = async () => {
      throw error;
    };
    // A write without an idempotency key is not retried, so the test does not wait.
    const { body, headers } = createRpcRequest(
      version,
      "tools/call",
      call("supply_approve_withdrawal", createWithdrawalArguments()),
    );
    const { hot, sdk } = await sendToBoth(mcp.createTenant().key, body, headers);
    expect(hot).toEqual(sdk);
    expect(hot?.text).not.toContain("secret");
  });

  test("a refusal that names a resource, with a link to it where the version has links", async () => {
    mcp.supply.before = async () => {
      throw new Refusal("invalid_argument", "See service://supply/schema/stock and service://supply/schema/invented.");
    };
    const { body, headers } = createRpcRequest(version, "tools/call", call("supply_list_stocks", {}));
    const { hot, sdk } = await sendToBoth(mcp.createTenant().key, body, headers);
    expect(hot).toEqual(sdk);
    const { content } = requireObject(requireObject(JSON.parse(hot?.text ?? ""))["result"]);
    const link = {
      type: "resource_link",
      uri: "service://supply/schema/stock",
      name: "supply_stock_schema",
      title: "Stock",
      description: "Fields of products.",
      mimeType: "text/markdown",
    };
    expect(content).toEqual([{ type: "text", text: expect.any(String) }, ...(version >= "2025-06-18" ? [link] : [])]);
  });

  test("an answer that names a resource", async () => {
    const params = call(
      "supply_propose_withdrawal",
      createWithdrawalArguments({ stock_id: "service://supply/schema/stock" }),
    );
    const { body, headers } = createRpcRequest(version, "tools/call", params);
    const { hot, sdk } = await sendToBoth(mcp.createTenant().key, body, headers);
    expect(hot).toEqual(sdk);
    expect(hot?.text.includes("resource_link")).toBe(version >= "2025-06-18");
  });

  test("a list with a filter, and a call outside of it", async () => {
    const { key } = mcp.createTenant({ scopes: ["supply:read", "flows:read"] });
    for (const params of [{}, call("supply_list_stocks", {})]) {
      const { body, headers } = createRpcRequest(version, "name" in params ? "tools/call" : "tools/list", params);
      const { hot, sdk } = await sendToBoth(key, body, { ...headers, "x-mcp-toolsets": "flows" });
      expect(hot).toEqual(sdk);
    }
  });

  test("an unknown name in the message", async () => {
    const { body, headers } = createRpcRequest(version, "tools/call", call("supply_list_stocks", {}));
    const { hot, sdk } = await sendToBoth(mcp.createTenant().key, { ...body, extra: 1 }, headers);
    expect(hot).toEqual(sdk);
  });

  test("headers that differ from the body", async () => {
    const { body, headers } = createRpcRequest(version, "tools/call", call("supply_list_stocks", {}));
    const wrongs: Record<string, string>[] = [
      { "mcp-method": "tools/list" },
      { "mcp-name": "supply_list_service_centers" },
      { "mcp-name": "=?base64?c3VwcGx5X2xpc3Rfc3RvY2tz?=" },
      { "mcp-protocol-version": "2025-06-18" },
      { "mcp-protocol-version": "2026-07-28" },
      { "mcp-protocol-version": "2024-10-07" },
      { "mcp-protocol-version": "soon" },
    ];
    for (const wrong of wrongs) {
      const { hot, sdk } = await sendToBoth(mcp.createTenant().key, body, { ...headers, ...wrong });
      expect(hot).toEqual(sdk);
    }
  });
});

test.each([
  ["no capabilities", { "io.modelcontextprotocol/clientCapabilities": undefined }],
  ["capabilities that are none", { "io.modelcontextprotocol/clientCapabilities": "all" }],
  ["capabilities of the wrong kind", { "io.modelcontextprotocol/clientCapabilities": { roots: 1 } }],
  ["rich capabilities", { "io.modelcontextprotocol/clientCapabilities": { roots: {}, elicitation: { form: {} } } }],
  ["a client without a name", { "io.modelcontextprotocol/clientInfo": { version: "1" } }],
  ["no client", { "io.modelcontextprotocol/clientInfo": undefined }],
  ["another version", { "io.modelcontextprotocol/protocolVersion": "2027-01-01" }],
  ["a version that is no text", { "io.modelcontextprotocol/protocolVersion": 7 }],
])("an envelope with %s gets the reply of the SDK", async (_, change) => {
  const { body, headers } = createRpcRequest(modernVersion, "tools/call", call("supply_list_stocks", {}));
  const params = requireObject(body.params);
  const meta = { ...requireObject(params["_meta"]), ...change };
  const { hot, sdk } = await sendToBoth(
    mcp.createTenant().key,
    { ...body, params: { ...params, _meta: meta } },
    headers,
  );
  expect(hot).toEqual(sdk);
});

test("common requests of every version take the hot path: the SDK reads none of them", async () => {
  // The SDK reads the headers of every web request; nothing else in this process does.
  const headersRead = vi.spyOn(Request.prototype, "headers", "get");
  try {
    const { key } = mcp.createTenant();
    for (const version of versions) {
      await mcp.rpc(key, version, "tools/list");
      await mcp.rpc(key, version, "tools/call", call("supply_list_stocks", {}));
      await mcp.rpc(key, version, "tools/call", call("supply_list_stocks", { limit: 0 }));
    }
    expect(headersRead).not.toHaveBeenCalled();
    await mcp.rpc(key, modernVersion, "prompts/list");
    expect(headersRead).toHaveBeenCalled();
  } finally {
    headersRead.mockRestore();
  }
});
