import { tools } from "@tenant-ops/proto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getToolAccess, getToolSet } from "./catalog.js";
import { type McpTest, requireObject, startMcpTest } from "../testing.js";

let mcp: McpTest;
beforeAll(async () => void (mcp = await startMcpTest()));
afterAll(() => mcp.close());

const listBody = { jsonrpc: "2.0", id: 1, method: "tools/list" };

async function listed(key: string, query = "", headers: Record<string, string> = {}): Promise<string[]> {
  const answer = await mcp.post(key, listBody, headers, `/mcp${query}`);
  const { result } = requireObject(await answer.json());
  const { tools: shown } = requireObject(result);
  return Array.isArray(shown) ? shown.map((tool) => String(Object(tool)["name"])) : [];
}

const findNames = (matches: (tool: (typeof tools)[number]) => boolean) => tools.filter(matches).map(({ name }) => name);

describe("tools/list", () => {
  test("shows all tools to a key with all scopes", async () => {
    expect(await listed(mcp.createTenant().key)).toEqual(findNames(() => true));
  });

  test("shows only the tools that the scopes allow", async () => {
    const { key } = mcp.createTenant({ scopes: ["supply:read"] });
    expect(await listed(key)).toEqual(findNames((tool) => tool.vertical === "supply" && !tool.isWrite));
    expect(await listed(mcp.createTenant({ scopes: [] }).key)).toEqual([]);
  });

  test.each([
    ["?read_only=true", {}],
    ["", { "x-mcp-readonly": "true" }],
    ["", { "X-MCP-Readonly": "TRUE" }],
  ])("with read_only shows no tool that writes (%s %o)", async (query, headers) => {
    expect(await listed(mcp.createTenant().key, query, headers)).toEqual(findNames((tool) => !tool.isWrite));
  });

  test.each([
    ["?toolsets=supply", {}, ["supply"]],
    ["?toolsets=supply,flows", {}, ["supply", "flows"]],
    ["", { "x-mcp-toolsets": "flows , supply" }, ["supply", "flows"]],
    ["?toolsets=supply,flows", { "x-mcp-toolsets": "flows,learning" }, ["flows"]],
    ["?toolsets=webhooks", {}, []],
  ])("with toolsets shows only those (%s %o)", async (query, headers, verticals: string[]) => {
    const expected = findNames((tool) => verticals.includes(tool.vertical));
    expect(await listed(mcp.createTenant().key, query, headers)).toEqual(expected);
  });

  test("with a filter shows no tool that the key may not use", async () => {
    const { key } = mcp.createTenant({ scopes: ["learning:read"] });
    expect(await listed(key, "?toolsets=supply&read_only=false")).toEqual([]);
  });

  test.each([
    ["?toolsets=supply,sales", {}, /toolsets: "sales" is not one of supply, roulettes/],
    ["?toolsets=", {}, /toolsets/],
    ["?read_only=maybe", {}, /read_only: "maybe" is neither true nor false/],
    ["", { "x-mcp-toolsets": "everything" }, /X-MCP-Toolsets: "everything"/],
    ["", { "x-mcp-readonly": "1" }, /X-MCP-Readonly/],
  ])("an unknown value is a 400 (%s %o)", async (query, headers, detail) => {
    const answer = await mcp.post(mcp.createTenant().key, listBody, headers, `/mcp${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "malformed_request", detail: expect.stringMatching(detail) });
  });

  test("the cached text is the list, and equal callers share it", () => {
    const all = { cacheKey: "", source: "", allows: () => true };
    const selection = getToolSet(["*"], all);
    expect(JSON.parse(selection.listText)).toEqual(selection.list.tools);
    expect(getToolSet(["*"], all)).toBe(selection);
  });
});

describe("the same filter applies to calls", () => {
  const write = tools.find((tool) => tool.isWrite)?.name ?? "";

  test("a tool outside the filter is unknown, in direct calls and in JSON-RPC", async () => {
    const { key } = mcp.createTenant();
    const direct = await mcp.post(key, { name: write, arguments: {} }, {}, "/mcp?read_only=true");
    expect(direct.status).toBe(404);
    expect(await direct.json()).toMatchObject({ error: "unknown_tool", detail: expect.stringContaining("read_only") });
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "supply_list_stocks" } };
    const rpc = await mcp.post(key, call, { "x-mcp-toolsets": "flows" });
    expect(requireObject(await rpc.json())["error"]).toMatchObject({
      code: -32602,
      data: { detail: expect.stringContaining("toolsets") },
    });
  });

  test("a tool that the key may not use is forbidden, with and without a filter", async () => {
    const { key } = mcp.createTenant({ scopes: ["supply:read"] });
    for (const query of ["", "?read_only=true"]) {
      const answer = await mcp.post(key, { name: write, arguments: {} }, {}, `/mcp${query}`);
      expect(answer.status).toBe(403);
    }
  });
});

test("read and propose tools need the read scope, writing tools the write scope", () => {
  for (const tool of tools) expect(getToolAccess(tool)).toBe(tool.annotations.readOnlyHint ? "read" : "write");
});
