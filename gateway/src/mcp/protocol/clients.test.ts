import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWithdrawalArguments, type McpTest, startMcpTest } from "../testing.js";

// The client packages with which MCP hosts are built.
let mcp: McpTest;
beforeAll(async () => void (mcp = await startMcpTest()));
afterAll(() => mcp.close());

const info = { name: "test", version: "1" };
const target = (path = "/mcp") => new URL(`${mcp.url}${path}`);
const withKey = (key: string) => ({ requestInit: { headers: { "X-API-Key": key } } });

/** What hosts declare that show pages of results. */
const showsApps = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };
const readApps = (tools: readonly { name: string; _meta?: unknown }[]) =>
  tools.flatMap(({ name, _meta }) => (_meta === undefined ? [] : [[name, _meta]]));
const chart = [["analytics_query", { ui: { resourceUri: "ui://analytics/chart.html" } }]];

async function createOldClient(key: string, path?: string, capabilities: object = {}) {
  const client = new OldClient(info, { capabilities });
  await client.connect(new OldTransport(target(path), withKey(key)));
  return client;
}

type Mode = "legacy" | "auto" | { pin: string };

async function createNewClient(key: string, mode: Mode, capabilities: object = {}) {
  const client = new NewClient(info, { versionNegotiation: { mode }, capabilities });
  await client.connect(new NewTransport(target(), withKey(key)));
  return client;
}

describe.each(["/mcp", "/cognitive-layer/mcp"])("the 1.x client on %s", (path) => {
  test("lists, previews and approves a withdrawal", async () => {
    const client = await createOldClient(mcp.createTenant().key, path);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("supply_approve_withdrawal");
    const stocks = await client.callTool({ name: "supply_list_stocks", arguments: {} });
    expect(stocks.structuredContent).toMatchObject({ count: 3 });
    const proposed = await client.callTool({
      name: "supply_propose_withdrawal",
      arguments: createWithdrawalArguments(),
    });
    const token = Object(proposed.structuredContent)["proposal_token"];
    const approved = await client.callTool({
      name: "supply_approve_withdrawal",
      arguments: createWithdrawalArguments({ proposal_token: token }),
    });
    expect(approved.structuredContent).toMatchObject({ status: "created" });
    await client.close();
  });

  test("gets an error as a result instead of throwing, although the tool has an output schema", async () => {
    const client = await createOldClient(mcp.createTenant().key, path);
    await client.listTools();
    const wrong = await client.callTool({ name: "supply_list_stocks", arguments: { limit: -1 } });
    expect(wrong).toMatchObject({ isError: true, _meta: { code: "invalid_argument" } });
    await expect(client.callTool({ name: "supply_fly", arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  test("receives progress when it asks", async () => {
    const client = await createOldClient(mcp.createTenant().key, path);
    const received: unknown[] = [];
    await client.callTool({ name: "supply_list_stocks", arguments: {} }, undefined, {
      onprogress: (progress) => received.push(progress),
    });
    expect(received).toMatchObject([
      { progress: 0, total: 1 },
      { progress: 1, total: 1 },
    ]);
    await client.close();
  });

  test("learns which page shows a result, when it declares in initialize that it shows such pages", async () => {
    const { key } = mcp.createTenant();
    const [host, other] = [await createOldClient(key, path, showsApps), await createOldClient(key, path)];
    expect(readApps((await host.listTools()).tools)).toEqual(chart);
    expect(readApps((await other.listTools()).tools)).toEqual([]);
    await Promise.all([host.close(), other.close()]);
  });

  test("finds resources, prompts and completions", async () => {
    const { key, tenant } = mcp.createTenant();
    const client = await createOldClient(key, path);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("service://supply/schema/stock");
    const { contents } = await client.readResource({ uri: "service://supply/schema/stock" });
    expect(contents).toMatchObject([{ text: `Stock of ${tenant.businessId}` }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain("withdraw_stock");
    const prompt = await client.getPrompt({ name: "withdraw_stock", arguments: { quantity: "3" } });
    expect(JSON.stringify(prompt.messages)).toContain("supply_propose_withdrawal");
    const ref = { type: "ref/prompt" as const, name: "withdraw_stock" };
    const { completion } = await client.complete({ ref, argument: { name: "service_center_id", value: "sur" } });
    expect(completion).toMatchObject({ values: ["ctr_2"], hasMore: false });
    await client.close();
  });
});

describe.each<[string, Mode]>([
  ["legacy", "legacy"],
  ["auto", "auto"],
  ["pinned to 2026-07-28", { pin: "2026-07-28" }],
])("the 2.x client, %s", (_, mode) => {
  test("agrees on a version", async () => {
    const client = await createNewClient(mcp.createTenant().key, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === "legacy" ? "2025-11-25" : "2026-07-28");
    expect(client.getServerVersion()).toMatchObject({ name: "tenant-ops" });
    await client.close();
  });

  test("lists, previews and approves a withdrawal, and repeats the approval", async () => {
    const client = await createNewClient(mcp.createTenant().key, mode);
    expect((await client.listTools()).tools.length).toBeGreaterThan(12);
    const proposed = await client.callTool({
      name: "supply_propose_withdrawal",
      arguments: createWithdrawalArguments(),
    });
    const token = Object(proposed.structuredContent)["proposal_token"];
    const call = { name: "supply_approve_withdrawal", arguments: createWithdrawalArguments({ proposal_token: token }) };
    const approved = await client.callTool(call);
    const again = await client.callTool(call);
    expect(approved.structuredContent).toMatchObject({ status: "created" });
    expect(again.structuredContent).toEqual(approved.structuredContent);
    expect(again._meta).toMatchObject({ replayed: true });
    const wrong = await client.callTool({ name: "supply_list_stocks", arguments: { limit: -1 } });
    expect(wrong).toMatchObject({ isError: true, _meta: { code: "invalid_argument" } });
    await client.close();
  });

  test("learns which page shows a result, when it declares that it shows such pages", async () => {
    const { key } = mcp.createTenant();
    const [host, other] = [await createNewClient(key, mode, showsApps), await createNewClient(key, mode)];
    expect(readApps((await host.listTools()).tools)).toEqual(chart);
    expect(readApps((await other.listTools()).tools)).toEqual([]);
    await Promise.all([host.close(), other.close()]);
  });

  test("finds resources, prompts and completions, and receives progress", async () => {
    const { key, tenant } = mcp.createTenant();
    const client = await createNewClient(key, mode);
    const { contents } = await client.readResource({ uri: "service://supply/schema/stock" });
    expect(contents).toMatchObject([{ text: `Stock of ${tenant.businessId}` }]);
    expect((await client.listResources()).resources).toHaveLength(2);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("review_low_stock");
    const ref = { type: "ref/prompt" as const, name: "withdraw_stock" };
    const { completion } = await client.complete({ ref, argument: { name: "stock_id", value: "stk_1" } });
    expect(completion.values).toEqual(["stk_1"]);
    const received: unknown[] = [];
    await client.callTool(
      { name: "supply_list_stocks", arguments: {} },
      { onprogress: (progress) => received.push(progress) },
    );
    expect(received).toMatchObject([
      { progress: 0, total: 1 },
      { progress: 1, total: 1 },
    ]);
    await client.close();
  });
});
