import { create } from "@bufbuild/protobuf";
import { createContextSigner } from "@tenant-ops/kit/call";
import type { CountedRow } from "@tenant-ops/kit/data";
import { createRpcClients, readCountedRows, type RpcClients } from "@tenant-ops/kit/rpc";
import { createMetrics } from "@tenant-ops/kit/telemetry";
import { createContextKeys, createTestCall, startTestService, type TestService } from "@tenant-ops/kit/testing";
import { CountService, QueryCountsRequestSchema } from "@tenant-ops/proto/common";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineFakeSupply } from "../mcp/fake-supply.testing.js";
import { createRpcRequest, createWithdrawalArguments } from "../mcp/rpc-request.testing.js";
import {
  createTestSettings,
  issuersOfAccounts,
  startTestGateway,
  type TestGateway,
  type TestSettings,
} from "../testing.js";

let supply: TestService<typeof SupplyService>;
let settings: TestSettings;
let gateway: TestGateway;
const [gatewayKeys, analyticsKeys] = [createContextKeys("gateway"), createContextKeys("analytics")];

beforeAll(async () => {
  supply = await startTestService(defineFakeSupply({ calls: [], before: async () => undefined }), {
    CALL_CONTEXT_PUBLIC_KEYS: gatewayKeys.publicKeys,
  });
  settings = createTestSettings({
    SUPPLY_GRPC_URL: `127.0.0.1:${supply.running.grpcPort}`,
    CALL_CONTEXT_PRIVATE_KEY: gatewayKeys.privateKey,
    [issuersOfAccounts]: analyticsKeys.publicKeys,
  });
  gateway = await startTestGateway(settings);
});
afterAll(async () => {
  await gateway.close();
  await supply.close();
});

/** What analytics gets from accounts, by the business. */
async function query(
  { accountsAddress }: Pick<TestGateway, "accountsAddress">,
  businessId: string,
  groupBy: string[] = [],
) {
  const clients: RpcClients = createRpcClients({
    sign: createContextSigner("analytics", analyticsKeys.privateKey),
    addresses: { accounts: accountsAddress },
    metrics: createMetrics("test"),
  });
  const bounds = [Date.now() - 86_400_000, Date.now() + 86_400_000].map((at) => new Date(at).toISOString());
  const request = create(QueryCountsRequestSchema, { collection: "agent_calls", groupBy, bounds });
  const call = createTestCall(businessId);
  const { message } = await clients.unary(CountService.method.queryCounts, request, call, "accounts");
  clients.close();
  return { ...message, rows: readCountedRows(message) };
}
const countsOf = ({ rows }: { rows: CountedRow[] }) => rows.map(({ values, counts }) => ({ values, counts }));

const callDirectly = async (key: string, name: string, args: object, headers: Record<string, string> = {}) => {
  const answer = await gateway.request("POST", "/mcp", {
    headers: { "x-api-key": key, ...headers },
    body: { name, arguments: args },
  });
  return (await answer.json()) as Record<string, string>;
};
const callByRpc = (key: string, version: string, name: string, args: object, meta = {}) => {
  const { body, headers } = createRpcRequest(version, "tools/call", { name, arguments: { ...args }, _meta: meta });
  return gateway.request("POST", "/mcp", {
    headers: { ...headers, "x-api-key": key, "user-agent": "old-agent/1" },
    body,
  });
};

test("calls of every kind are counted when the gateway stops, by key, tool, client and error, and another business sees none", async () => {
  const { businessId, key, keyId } = await gateway.createTenant({ name: "agent of the shop" });
  const reader = await gateway.createKey(businessId, { name: "reader", scopes: ["supply:read"] });
  const other = await gateway.createTenant();
  const withdrawal = createWithdrawalArguments();
  const preview = await callDirectly(key, "supply_propose_withdrawal", withdrawal);
  const approval = { ...withdrawal, proposal_token: preview["proposal_token"] };
  for (let times = 0; times < 3; times += 1) await callDirectly(key, "supply_approve_withdrawal", approval);
  await callDirectly(key, "supply_approve_withdrawal", createWithdrawalArguments({ quantity: 101 }));
  await callDirectly(key, "supply_fly", {});
  await callDirectly(reader.key, "supply_approve_withdrawal", withdrawal);
  for (const version of ["2025-06-18", "2026-07-28"]) {
    await callByRpc(key, version, "supply_list_stocks", {});
    await callByRpc(reader.key, version, "supply_approve_withdrawal", { ...withdrawal });
    await callByRpc(key, version, "supply_fly", {});
  }
  // A list of tools is no call of one.
  const { body, headers } = createRpcRequest("2025-06-18", "tools/list", {});
  await gateway.request("POST", "/mcp", { headers: { ...headers, "x-api-key": key }, body });

  await gateway.close();
  gateway = await startTestGateway(settings);
  const all = countsOf(await query(gateway, businessId));
  expect(all).toMatchObject([{ values: [], counts: { calls: 13, writes: 1, approvals: 1, repeated: 2, refused: 7 } }]);
  const durations = Object.entries(all[0]!.counts).filter(([name]) => name.startsWith("upTo"));
  // The six calls that were refused before they began have none.
  expect(durations.reduce((sum, [, count]) => sum + count, 0)).toBe(7);

  const byError = countsOf(await query(gateway, businessId, ["key", "error_code"]));
  expect(new Set(byError.map(({ values, counts }) => [...values, counts["calls"]].join(" ")))).toEqual(
    new Set([
      `${keyId} insufficient_stock 1`,
      `${keyId} ok 6`,
      `${keyId} unknown_tool 3`,
      `${reader.keyId} forbidden 3`,
    ]),
  );
  const byTool = countsOf(await query(gateway, businessId, ["tool", "client"]));
  const clientOf = (tool: string) => byTool.filter(({ values }) => values[0] === tool).map(({ values }) => values[1]);
  expect(clientOf("supply_list_stocks")).toHaveLength(2);
  expect(clientOf("supply_list_stocks")).toContain("old-agent");
  expect(clientOf("other")).toHaveLength(3);
  const { labels } = await query(gateway, businessId, ["key"]);
  expect(new Map(labels.map(({ value, label }) => [value, label]))).toEqual(
    new Map([
      [keyId, "agent of the shop"],
      [reader.keyId, "reader"],
    ]),
  );
  expect(await query(gateway, other.businessId)).toMatchObject({ rows: [], firstDay: "" });
});

test("calls in the sandbox are counted there, under the name of the test key", async () => {
  const { businessId } = await gateway.createTenant();
  const { key } = await gateway.createKey(businessId, { name: "trials", mode: "test" });
  const { sandboxId } = await gateway.admin<{ sandboxId: string }>("GET", `/businesses/${businessId}`);
  await callDirectly(key, "supply_list_stocks", {});
  await gateway.close();
  gateway = await startTestGateway(settings);
  expect(await query(gateway, sandboxId, ["key"])).toMatchObject({
    rows: [{ counts: { calls: 1 } }],
    labels: [{ label: "trials" }],
  });
  expect((await query(gateway, businessId)).rows).toEqual([]);
});

test("calls that the limits refuse are counted with their tool", async () => {
  const { businessId, key } = await gateway.createTenant({ rates: { requestsPerMinute: 1 } });
  for (let times = 0; times < 3; times += 1) await callDirectly(key, "supply_list_stocks", {});
  await gateway.close();
  gateway = await startTestGateway(settings);
  const found = countsOf(await query(gateway, businessId, ["tool", "error_code"]));
  expect(found.map(({ values, counts }) => [...values, counts["calls"]])).toContainEqual([
    "supply_list_stocks",
    "rate_limited",
    2,
  ]);
});
