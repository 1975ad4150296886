import { defaultTools, publishTool, tools } from "@tenant-ops/proto";
import { fillPlaceholders, getSample } from "@tenant-ops/proto/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseArguments } from "./arguments.js";
import { listToolScopes } from "@tenant-ops/rest/access";
import { getToolSet } from "./catalog.js";
import { chooseToolsets } from "../../tenant/toolsets.js";
import { createToolFilter } from "./tool-filter.js";
import { createWithdrawalArguments, type McpTest, requireObject, startMcpTest } from "../testing.js";

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

type Matches = (tool: (typeof tools)[number]) => boolean;
const isRead: Matches = ({ isWrite, writer }) => !isWrite && writer === undefined;
const findNames = (matches: Matches) => defaultTools.filter(matches).map(({ name }) => name);
const findAllNames = (matches: Matches) => tools.filter(matches).map(({ name }) => name);

describe("tools/list", () => {
  test("shows the default catalogue to a key with all scopes", async () => {
    expect(await listed(mcp.createTenant().key)).toEqual(findNames(() => true));
  });

  test("shows only the tools that the scopes allow", async () => {
    const { key } = mcp.createTenant({ scopes: ["supply:read"] });
    expect(await listed(key)).toEqual(findNames((tool) => tool.area === "supply" && isRead(tool)));
    expect(await listed(mcp.createTenant({ scopes: [] }).key)).toEqual([]);
  });

  test("shows no preview to a key that may not read, or not write", async () => {
    const names = await listed(mcp.createTenant({ scopes: ["supply:write", "flows:read"] }).key);
    expect(names).toEqual(
      findNames((tool) => (tool.area === "supply" && tool.isWrite) || (tool.area === "flows" && isRead(tool))),
    );
    const both = await listed(mcp.createTenant({ scopes: ["supply:read", "supply:write"] }).key);
    expect(both).toEqual(findNames((tool) => tool.area === "supply"));
  });

  test.each([
    ["?read_only=true", {}],
    ["", { "x-mcp-readonly": "true" }],
    ["", { "X-MCP-Readonly": "TRUE" }],
  ])("with read_only shows no tool that writes or previews a write (%s %o)", async (query, headers) => {
    expect(await listed(mcp.createTenant().key, query, headers)).toEqual(findNames(isRead));
  });

  test.each([
    ["?toolsets=supply", {}, ["supply"]],
    ["?toolsets=supply,flows", {}, ["supply", "flows"]],
    ["", { "x-mcp-toolsets": "flows , supply" }, ["supply", "flows"]],
    ["?toolsets=supply,flows", { "x-mcp-toolsets": "flows,learning" }, ["flows"]],
    ["?toolsets=webhooks", {}, []],
  ])("with toolsets shows only those (%s %o)", async (query, headers, areas: string[]) => {
    const expected = findNames((tool) => areas.includes(tool.area));
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
    const all = createToolFilter(chooseToolsets([]), false);
    const selection = getToolSet(["*"], all);
    expect(JSON.parse(selection.listText.text)).toEqual(selection.list.tools);
    expect(getToolSet(["*"], all)).toBe(selection);
  });
});

describe("a toolset beside the default catalogue", () => {
  const isOperation: Matches = ({ toolset }) => toolset === "operations";

  test.each<[string, Record<string, string>, Matches]>([
    ["", {}, (tool) => !isOperation(tool)],
    ["?toolsets=default", {}, (tool) => !isOperation(tool)],
    ["?toolsets=operations", {}, () => true],
    ["?toolsets=default,operations", {}, () => true],
    ["?toolsets=all", {}, () => true],
    ["", { "x-mcp-toolsets": "operations" }, () => true],
    ["?toolsets=supply,operations", {}, ({ area }) => area === "supply"],
    ["?toolsets=supply", { "x-mcp-toolsets": "operations" }, ({ area }) => area === "supply"],
    ["?toolsets=operations&read_only=true", {}, isRead],
  ])("is added to it when the request asks for it (%s %o)", async (query, headers, matches) => {
    expect(findAllNames(isOperation).length).toBeGreaterThan(0);
    expect(await listed(mcp.createTenant().key, query, headers)).toEqual(findAllNames(matches));
  });

  test("is on for the requests of a key with that setting, unless a request names toolsets itself", async () => {
    const { key } = mcp.createTenant({ toolsets: ["operations"] });
    expect(await listed(key)).toEqual(findAllNames(() => true));
    expect(await listed(key, "?read_only=true")).toEqual(findAllNames(isRead));
    expect(await listed(key, "?toolsets=default")).toEqual(findNames(() => true));
    expect(await listed(key, "?toolsets=supply")).toEqual(findNames(({ area }) => area === "supply"));
    const narrowed = mcp.createTenant({ toolsets: ["supply", "operations"] });
    expect(await listed(narrowed.key)).toEqual(findAllNames(({ area }) => area === "supply"));
  });

  test("does not give a key more than its scopes", async () => {
    const { key } = mcp.createTenant({ scopes: ["supply:read"], toolsets: ["operations"] });
    expect(await listed(key)).toEqual(findAllNames((tool) => tool.area === "supply" && isRead(tool)));
  });

  test("while it is off its tools are unknown to calls, and the sentence says how to turn it on", async () => {
    const { key } = mcp.createTenant();
    const name = "supply_list_movements";
    const call = { name, arguments: { center_stock_id: "cst_1" } };
    const off = await mcp.post(key, call);
    expect(off.status).toBe(404);
    const detail = `The tool ${name} belongs to the toolset operations, which is off unless it is asked for. Connect with ?toolsets=operations or the header X-MCP-Toolsets: operations to use it.`;
    expect(await off.json()).toMatchObject({ error: "unknown_tool", detail });
    const rpc = await mcp.post(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
    expect(requireObject(await rpc.json())["error"]).toMatchObject({ code: -32602, data: { detail } });
    const narrow = await mcp.post(key, call, {}, "/mcp?toolsets=flows");
    expect(await narrow.json()).toMatchObject({
      detail: expect.stringContaining("?toolsets=supply,flows,operations or the header"),
    });
    expect((await mcp.post(key, call, {}, "/mcp?toolsets=operations")).status).toBe(200);
    const withSetting = mcp.createTenant({ toolsets: ["operations"] });
    expect((await mcp.post(withSetting.key, call)).status).toBe(200);
  });
});

describe("compression", () => {
  const gzip = { "accept-encoding": "gzip" };

  test.each([1, "an id", 0])("tools/list is compressed, and says the same, with the id %j", async (id) => {
    const { key } = mcp.createTenant();
    const plain = await mcp.post(key, { ...listBody, id }, { "accept-encoding": "identity" });
    const compressed = await mcp.post(key, { ...listBody, id }, gzip);
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(Number(compressed.headers.get("content-length"))).toBeLessThan(8000);
    expect(await compressed.text()).toBe(await plain.text());
  });

  test("a long list is compressed; a preview is not, because it contains a token", async () => {
    const { key } = mcp.createTenant();
    const list = await mcp.post(key, { name: "supply_list_stocks", arguments: {} }, gzip);
    const length = (await list.text()).length;
    expect(list.headers.get("content-encoding")).toBe(length >= 1024 ? "gzip" : null);
    const args = createWithdrawalArguments({ stock_id: "s".repeat(900) });
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "supply_propose_withdrawal", arguments: args },
    };
    const preview = await mcp.post(key, call, gzip);
    const text = await preview.text();
    expect([text.length > 1024, preview.headers.get("content-encoding")]).toEqual([true, null]);
    expect(text).toContain("proposal_token");
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

  test("a preview is forbidden to a key that may only read, and the sentence says why", async () => {
    const { key } = mcp.createTenant({ scopes: ["supply:read"] });
    const name = "supply_propose_withdrawal";
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } };
    for (const body of [{ name, arguments: {} }, call]) {
      const answer = await mcp.post(key, body);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({
        error: "forbidden",
        detail: `This credential has no access to the tool ${name}, which previews a write: it needs the scope supply:write.`,
      });
    }
  });

  test("a tool that the key may not use is forbidden, with and without a filter", async () => {
    const { key } = mcp.createTenant({ scopes: ["supply:read"] });
    for (const query of ["", "?read_only=true"]) {
      const answer = await mcp.post(key, { name: write, arguments: {} }, {}, `/mcp${query}`);
      expect(answer.status).toBe(403);
    }
  });
});

test("a tool that reads needs the read scope, one that writes the write scope, and a preview both", () => {
  for (const tool of tools) {
    const accesses = tool.isWrite ? ["write"] : isRead(tool) ? ["read"] : ["read", "write"];
    expect(listToolScopes(tool)).toEqual(accesses.map((access) => `${tool.area}:${access}`));
  }
});

describe("an empty text for an argument with choices", () => {
  const cases = tools.flatMap((tool) =>
    Object.entries(tool.inputSchema.properties)
      .filter(([, property]) => property.enum?.includes(""))
      .map(([name]) => ({ tool, name })),
  );

  test("is taken by the tools for centers and their stock", () => {
    expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(["type", "criticality"]));
  });

  test.each(cases)("$tool.name: $name is not published, and accepted", ({ tool, name }) => {
    const published = publishTool(tool).inputSchema.properties?.[name];
    expect(published?.enum).not.toContain("");
    expect(published?.default).not.toBe("");
    const sample = fillPlaceholders(getSample(tool), (placeholder) => placeholder);
    expect(() => parseArguments(tool, { ...sample, [name]: "" })).not.toThrow();
  });
});
