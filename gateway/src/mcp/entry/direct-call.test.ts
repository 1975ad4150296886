import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWithdrawalArguments, type McpTest, requireObject, startMcpTest } from "../testing.js";

let mcp: McpTest;
beforeAll(async () => void (mcp = await startMcpTest()));
afterAll(() => mcp.close());

const callDirectly = async (key: string, name: string, args?: unknown, headers?: Record<string, string>) => {
  const response = await mcp.post(key, { name, arguments: args }, headers);
  return { status: response.status, headers: response.headers, body: requireObject(await response.json()) };
};

describe("a direct call", () => {
  test("replies with the result of the tool, including zeros, false and empty texts", async () => {
    const { key } = mcp.createTenant();
    const { status, headers, body } = await callDirectly(key, "supply_list_stocks", { limit: 1 });
    expect(status).toBe(200);
    expect(headers.get("content-length")).toBeTruthy();
    expect(headers.get("content-type")).toContain("application/json");
    expect(body).toEqual({
      items: [
        {
          _id: "stk_0",
          productName: "Guantes",
          totalStock: 0,
          minStockAlert: 5,
          type: "",
          createdAt: "2026-01-01T00:00:00Z",
        },
      ],
      count: 1,
      has_more: false,
    });
  });

  test("arguments may be absent, and null means absent", async () => {
    const { key } = mcp.createTenant();
    expect((await callDirectly(key, "supply_list_stocks")).body["count"]).toBe(3);
    expect((await callDirectly(key, "supply_list_stocks", null)).body["count"]).toBe(3);
    expect((await callDirectly(key, "supply_list_stocks", { limit: null, cursor: null })).body["count"]).toBe(3);
  });

  test("an empty list is an empty array", async () => {
    const { key } = mcp.createTenant();
    expect((await callDirectly(key, "supply_get_low_stock_alerts")).body).toEqual({
      items: [],
      count: 0,
      has_more: false,
    });
  });

  test("gets the same reply on both paths", async () => {
    const { key } = mcp.createTenant();
    const call = { name: "supply_list_stocks", arguments: {} };
    const answers = [await mcp.post(key, call), await mcp.post(key, call, {}, "/cognitive-layer/mcp")];
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    expect(first).toBe(second);
  });

  test.each([
    ["an unknown tool", "supply_fly", {}, 404, "unknown_tool", /supply_fly.*tools\/list/],
    [
      "an unknown argument",
      "supply_list_stocks",
      { colour: 1 },
      422,
      "invalid_argument",
      /colour: is not known here; known are limit, cursor/,
    ],
    [
      "a wrong type",
      "supply_list_stocks",
      { limit: "5" },
      422,
      "invalid_argument",
      /limit: expected a whole number, got the text "5"/,
    ],
    [
      "a fraction",
      "supply_list_stocks",
      { limit: 1.5 },
      422,
      "invalid_argument",
      /limit: expected a whole number, got 1.5/,
    ],
    [
      "an object for text",
      "supply_list_stocks",
      { cursor: { $gt: "" } },
      422,
      "invalid_argument",
      /cursor: expected text, got an object/,
    ],
    ["a number out of range", "supply_list_stocks", { limit: 0 }, 422, "invalid_argument", /limit: .*1/],
    [
      "a number beyond 32 bits",
      "supply_list_stocks",
      { limit: 2 ** 40 },
      422,
      "invalid_argument",
      /limit: expected a whole number/,
    ],
    [
      "a lone surrogate",
      "supply_list_stocks",
      { cursor: "\ud800" },
      422,
      "invalid_argument",
      /cursor: holds half a character/,
    ],
    [
      "missing arguments",
      "supply_approve_withdrawal",
      { quantity: 1 },
      422,
      "invalid_argument",
      /stock_id: is required.*worker_id: is required.*email: is required/,
    ],
    [
      "null for a required one",
      "supply_approve_withdrawal",
      createWithdrawalArguments({ quantity: null }),
      422,
      "invalid_argument",
      /quantity: is required \(a whole number/,
    ],
    [
      "arguments as a list",
      "supply_list_stocks",
      [1],
      422,
      "invalid_argument",
      /arguments: expected an object, got a list/,
    ],
    [
      "a rule of the business",
      "supply_approve_withdrawal",
      createWithdrawalArguments({ quantity: 101 }),
      422,
      "insufficient_stock",
      /The center holds 100; 101 were asked for/,
    ],
    [
      "the camel-case spelling",
      "supply_propose_withdrawal",
      { ...createWithdrawalArguments(), stockId: "x" },
      422,
      "invalid_argument",
      /stockId: is not known here/,
    ],
  ])("%s is refused with a status and a sentence", async (_, name, args, status, error, detail) => {
    const answer = await callDirectly(mcp.createTenant().key, name, args);
    expect(answer.status).toBe(status);
    const { problems: _problems, ...specified } = answer.body;
    expect(specified).toEqual({
      error,
      detail: expect.stringMatching(detail),
      request_id: answer.headers.get("x-request-id"),
    });
  });
});

describe("permissions and limits", () => {
  test("a key without the scope gets 403 with the names of tool and scope", async () => {
    const { key } = mcp.createTenant({ scopes: ["supply:read", "learning:write"] });
    expect((await callDirectly(key, "supply_list_stocks", {})).status).toBe(200);
    const { status, body } = await callDirectly(key, "supply_approve_withdrawal", createWithdrawalArguments());
    expect(status).toBe(403);
    expect(body).toMatchObject({
      error: "forbidden",
      detail: expect.stringMatching(/supply_approve_withdrawal.*supply:write/),
    });
  });

  test("an unknown key is 401, with any body", async () => {
    const answer = await mcp.post("svc_test_unknown", "{not json");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer .*resource_metadata=/);
    expect(await answer.json()).toMatchObject({ error: "unauthorized" });
  });

  test("a business over its limit is 429, with any body", async () => {
    const { key } = mcp.createTenant({ keyRates: { requestsPerMinute: 0 } });
    const bodies = [{ name: "supply_list_stocks" }, { jsonrpc: "2.0", id: 1, method: "tools/list" }, [], {}];
    for (const body of bodies) {
      const answer = await mcp.post(key, body);
      expect(answer.status).toBe(429);
      expect(answer.headers.get("retry-after")).toBe("7");
      expect(await answer.json()).toMatchObject({ error: "rate_limited" });
    }
  });

  test("writes, reads and discovery are counted separately, by the body and not by the headers", async () => {
    const { key } = mcp.createTenant();
    const rpc = (method: string, params: object) => ({ jsonrpc: "2.0", id: 1, method, params });
    mcp.countedKinds.length = 0;
    await mcp.post(key, { name: "supply_approve_withdrawal", arguments: {} }, { "mcp-name": "supply_list_stocks" });
    await mcp.post(key, rpc("tools/call", { name: "supply_approve_withdrawal", arguments: {} }), {
      "mcp-method": "tools/list",
    });
    await mcp.post(key, rpc("tools/call", { name: "supply_propose_withdrawal", arguments: {} }));
    await mcp.post(key, rpc("resources/read", { uri: "service://supply/schema/stock" }));
    await mcp.post(key, rpc("tools/list", {}));
    await mcp.post(key, rpc("resources/list", {}));
    expect(mcp.countedKinds).toEqual(["write", "write", "read", "read", "list", "list"]);
  });
});
