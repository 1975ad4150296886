import { defaultTools } from "@tenant-ops/proto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AgentClient,
  type ClientKind,
  clientKinds,
  connectClient,
  connectWithCredentials,
} from "./support/calls/clients.js";
import {
  withdrawalArguments,
  type Business,
  readCurrentStock,
  createCenterStock,
  sendJson,
  type TestMesh,
  useSharedMesh,
} from "./support/mesh/test-mesh.js";
import { startRoundRobin } from "./support/mesh/round-robin.js";

// Two gateways, and consecutive requests go to different ones: no state of a request may stay in a gateway.
let testMesh: TestMesh;
let balancer: Awaited<ReturnType<typeof startRoundRobin>>;
let business: Business;
beforeAll(async () => {
  [testMesh, balancer] = await Promise.all([useSharedMesh(), startRoundRobin()]);
  balancer.targets.push(...testMesh.mesh.gatewayUrls.slice(0, 2));
  business = await testMesh.createBusiness();
  await createCenterStock(testMesh, business, 50);
});
afterAll(() => balancer.close());

const structured = (result: unknown) => (result as { structuredContent: Record<string, unknown> }).structuredContent;

async function withClient(kind: ClientKind, use: (client: AgentClient) => Promise<void>): Promise<void> {
  const client = await connectClient(kind, balancer.url, business);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

describe.each(clientKinds)("an agent with the client %s", (kind) => {
  test("sees the whole catalogue, its resources and its prompts", () =>
    withClient(kind, async (client) => {
      const listed = await client.listTools();
      expect(listed.tools.map(({ name }) => name)).toEqual(defaultTools.map(({ name }) => name));
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toContain("service://supply/schema/withdrawals");
      const read = (await client.readResource({ uri: "service://supply/schema/withdrawals" })) as {
        contents: { text: string }[];
      };
      expect(read.contents[0]?.text).toContain("insumos");
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toContain("withdraw_stock");
    }));

  test("lists, previews and approves a withdrawal", () =>
    withClient(kind, async (client) => {
      const call = async (name: string, args: Record<string, unknown> = {}) =>
        structured(await client.callTool({ name, arguments: args }));
      const stocks = await call("supply_list_service_center_stocks");
      const [held] = stocks["items"] as { stockId: string; serviceCenterId: string }[];
      const args = withdrawalArguments({ stock_id: held?.stockId, service_center_id: held?.serviceCenterId });
      const before = await readCurrentStock(testMesh, business);
      const preview = await call("supply_propose_withdrawal", args);
      const approved = await call("supply_approve_withdrawal", { ...args, proposal_token: preview["proposal_token"] });
      expect(approved["status"]).toBe("created");
      expect(await readCurrentStock(testMesh, business)).toBe(before - 1);
    }));
});

const versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

test.each(versions)("a plain HTTP client in protocol %s calls a tool without a handshake", async (version) => {
  const answer = await sendJson(
    "POST",
    `${balancer.url}/mcp`,
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "supply_list_stocks", arguments: {} } },
    { "x-api-key": business.key, "mcp-protocol-version": version, accept: "application/json, text/event-stream" },
  );
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ id: 1, result: { structuredContent: { count: 1 } } });
});

test("a client with only URL, id and secret finds the token endpoint itself", async () => {
  // Its address is that in the answers, so the client does not go through the balancer.
  const client = await connectWithCredentials(testMesh.url, business.businessId, business.key);
  const { tools: listed } = await client.listTools();
  expect(listed).toHaveLength(defaultTools.length);
  // Its first token only reads, because the metadata names these scopes. The refusal of a write makes the client ask for more.
  const item = { name: "Cap", available_stock: 1 };
  expect(await client.callTool({ name: "roulettes_propose_item", arguments: item })).not.toMatchObject({
    isError: true,
  });
  await client.close();
});

test("a proposal of one gateway is accepted by the other", async () => {
  const [here = "", there = ""] = testMesh.mesh.gatewayUrls;
  const { items } = await testMesh.callToolOrThrow(business, "supply_list_service_center_stocks");
  const [held] = items as { stockId: string; serviceCenterId: string }[];
  const args = withdrawalArguments({ stock_id: held?.stockId, service_center_id: held?.serviceCenterId });
  const { proposal_token } = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args, { url: here });
  const approval = { ...args, proposal_token };
  const first = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval, { url: there });
  const second = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval, { url: here });
  expect(second["_id"]).toBe(first["_id"]);
});

test("200 parallel calls of two businesses with equal JSON-RPC ids each get the answer of their own business", async () => {
  const other = await testMesh.createBusiness();
  await testMesh.callToolOrThrow(other, "supply_create_stock", {
    product_name: "Only theirs",
    total_stock: 1,
    min_stock_alert: 0,
  });
  const names = new Map([
    [business.key, "Gloves"],
    [other.key, "Only theirs"],
  ]);
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const { key } = index % 2 ? business : other;
      const call = {
        jsonrpc: "2.0",
        id: 7,
        method: "tools/call",
        params: { name: "supply_list_stocks", arguments: {} },
      };
      const { status, body } = await sendJson("POST", `${balancer.url}/mcp`, call, { "x-api-key": key });
      expect({ status, body }).toMatchObject({ status: 200, body: { id: 7 } });
      const { items } = structured(body["result"]) as { items: { productName: string }[] };
      expect(items.map(({ productName }) => productName)).toEqual([names.get(key)]);
    }),
  );
});

test("the balancer has used both gateways equally", () => {
  const [here = 0, there = 0] = balancer.counts;
  expect(Math.abs(here - there)).toBeLessThanOrEqual(1);
  expect(here).toBeGreaterThan(100);
});
