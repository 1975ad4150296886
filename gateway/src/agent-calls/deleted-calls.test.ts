import { create } from "@bufbuild/protobuf";
import { accounts } from "@tenant-ops/accounts";
import { answerAgentCalls } from "@tenant-ops/accounts/testing";
import type { Bus } from "@tenant-ops/kit/events";
import { analyticsIndexes, type Database, foldChanges, newId, packDays } from "@tenant-ops/kit/data";
import { createBusinessData } from "@tenant-ops/kit/offboarding";
import { createCountHandlers, readCountedRows, type RpcClients } from "@tenant-ops/kit/rpc";
import { getSchema } from "@tenant-ops/kit/process";
import { createLogger } from "@tenant-ops/kit/telemetry";
import {
  createContextKeys,
  createTestCall,
  openTestDatabase,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import { QueryCountsRequestSchema, type QueryCountsResponse } from "@tenant-ops/proto/common";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { agentCalls as collection } from "@tenant-ops/rest/analytics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineFakeSupply } from "../mcp/fake-supply.testing.js";
import { createTestSettings, keyOfAccounts, startTestGateway, type TestGateway } from "../testing.js";
import { createAgentCalls } from "./agent-calls.js";
import { storeIn } from "./stored-calls.testing.js";

const logger = createLogger("gateway", "silent");
const dayMs = 86_400_000;

let gateway: TestGateway;
let services: TestService<typeof SupplyService>[];
/** The database of accounts. */
let db: Database;
beforeAll(async () => {
  const [keys, accountsKeys] = [createContextKeys("gateway"), createContextKeys("accounts")];
  // Every service resets a sandbox in the same way, so all of them are the same one under other names.
  const fake = defineFakeSupply({ calls: [], before: async () => undefined });
  const names = ["supply", "roulettes", "learning", "flows", "webhooks", "analytics", "console", "approvals"];
  const addresses: Record<string, string> = {};
  services = [];
  for (const name of names) {
    const service = await startTestService(
      { ...fake, name },
      {
        CALL_CONTEXT_PUBLIC_KEYS: `${keys.publicKeys},${accountsKeys.publicKeys}`,
      },
    );
    services.push(service);
    addresses[`${name.toUpperCase()}_GRPC_URL`] = `127.0.0.1:${service.running.grpcPort}`;
  }
  const settings = createTestSettings({
    CALL_CONTEXT_PRIVATE_KEY: keys.privateKey,
    [keyOfAccounts]: accountsKeys.privateKey,
    ...addresses,
  });
  gateway = await startTestGateway(settings);
  const { MONGODB_URL: url = "", MONGODB_DATABASE: name = "" } = settings;
  db = await openTestDatabase({
    url,
    name,
    appName: "gateway",
    logger,
    ...getSchema(accounts),
    tenancyGuard: "commands",
  });
});
afterAll(async () => {
  await db.close();
  await gateway.close();
  for (const service of services) await service.close();
});

const noConsole = { unary: async () => Promise.reject(new Error("the console is down")) } as unknown as RpcClients;

async function query(businessId: string, groupBy: string[] = [], clients = noConsole) {
  const { queryCounts } = createCountHandlers(db, [answerAgentCalls(db, clients, logger)]);
  const bounds = [Date.now() - 3 * dayMs, Date.now() + dayMs].map((at) => new Date(at).toISOString());
  const request = create(QueryCountsRequestSchema, { collection: collection.name, groupBy, bounds });
  const answer = (await queryCounts(request, createTestCall(businessId))) as QueryCountsResponse;
  return { rows: readCountedRows(answer), labels: answer.labels };
}
const countCalls = async (businessId: string) => (await query(businessId)).rows[0]?.counts["calls"] ?? 0;

/** Stores a call of yesterday, which is packed, and one of today. */
async function storeCalls(businessId: string, keyId = "key_1"): Promise<void> {
  for (const at of [Date.now() - dayMs, Date.now()]) {
    const calls = createAgentCalls(storeIn(db), logger, () => at);
    const source = { tenant: { businessId, keyId, credential: "key" as const }, request: { headers: {}, body: {} } };
    const ended = { code: "ok", isWrite: false, isRepeated: false, hasProposal: false };
    calls.record(source, "supply_list_stocks", ended);
    await calls.stop();
    await foldChanges(db);
    await packDays(db, [collection], new Date());
  }
}

/** How many records of analytics a business has: changes, open counters and packed ones. */
const countRecords = (businessId: string) =>
  Promise.all(
    Object.keys(analyticsIndexes).map((name) => db.scope(createTestCall(businessId)).collection(name).count({})),
  );
const packedSets = 2 ** collection.dimensions.length;

async function createSandbox() {
  const { businessId } = await gateway.createTenant();
  const { key, keyId } = await gateway.createKey(businessId, { name: "trials", mode: "test" });
  const { sandboxId } = await gateway.admin<{ sandboxId: string }>("GET", `/businesses/${businessId}`);
  const reset = async (idempotencyKey = newId("key")) => {
    const headers = { "x-api-key": key, "x-business-id": businessId, "idempotency-key": idempotencyKey };
    const answer = await gateway.request("POST", "/v1/public/sandbox/reset", { headers });
    return { status: answer.status, replayed: answer.headers.get("idempotent-replayed"), body: await answer.json() };
  };
  return { businessId, sandboxId, keyId, reset };
}
const emptied = { status: 200, replayed: null, body: { status: "emptied" } };

test("a reset deletes the counters of its sandbox, open and packed ones, once; those of its business and of another sandbox stay", async () => {
  const [own, other] = [await createSandbox(), await createSandbox()];
  const ids = [own.sandboxId, own.businessId, other.sandboxId];
  for (const id of ids) await storeCalls(id);
  expect(await countRecords(own.sandboxId)).toEqual([0, 1, packedSets]);
  const idempotencyKey = newId("key");
  expect(await own.reset(idempotencyKey)).toEqual(emptied);
  expect(await countRecords(own.sandboxId)).toEqual([0, 0, 0]);
  expect(await Promise.all(ids.map(countCalls))).toEqual([0, 2, 2]);
  // Counted again afterwards, and a repeated request deletes nothing.
  await storeCalls(own.sandboxId);
  expect(await own.reset(idempotencyKey)).toEqual({ ...emptied, replayed: "true" });
  expect(await countCalls(own.sandboxId)).toBe(2);
  expect(await Promise.all([own.reset(), own.reset()])).toEqual([emptied, emptied]);
  expect(await Promise.all(ids.map(countCalls))).toEqual([0, 2, 2]);
});

test("what another replica stores during a reset is dropped, and a reset that was interrupted is continued by the next one, also with a key", async () => {
  const { sandboxId, reset } = await createSandbox();
  await storeCalls(sandboxId);
  expect(await reset()).toEqual(emptied);
  // A reset that began and whose process was killed.
  await db.sandboxes.begin(sandboxId, 2);
  await storeCalls(sandboxId);
  expect(await countRecords(sandboxId)).toEqual([0, 0, 0]);
  expect(await reset()).toEqual(emptied);
  await storeCalls(sandboxId);
  expect(await countCalls(sandboxId)).toBe(2);
});

test("the deletion of a business deletes its counters, open and packed ones, and no others", async () => {
  const [businessId, other] = [newId("biz"), newId("biz")];
  for (const id of [businessId, other]) await storeCalls(id);
  const bus = {} as Bus;
  const data = createBusinessData({ db, bus, life: accounts.life, service: "accounts" });
  const call = { ...createTestCall(businessId), allowsClosed: "deleting" as const };
  const counted = async () => (await data.count(call, "")).found;
  expect(await counted()).toEqual([
    { collection: "openCounts", records: 1 },
    { collection: "packedCounts", records: packedSets },
  ]);
  await data.setState(call, { state: "deleting", version: 1 });
  await storeCalls(businessId);
  let pass = { isComplete: false };
  while (!pass.isComplete) pass = await data.delete(call, { requestId: newId("off"), pass: 1 });
  expect([await counted(), await countCalls(other)]).toEqual([[], 2]);
});

test("keys have the names of their business, in its sandbox too; a key of another business has none", async () => {
  const { businessId, sandboxId, keyId } = await createSandbox();
  const other = await gateway.createTenant({ name: "key of another business" });
  for (const id of [businessId, sandboxId]) for (const key of [keyId, other.keyId]) await storeCalls(id, key);
  for (const id of [businessId, sandboxId])
    expect((await query(id, ["key"])).labels).toMatchObject([{ dimension: "key", value: keyId, label: "trials" }]);
  await storeCalls(other.businessId, keyId);
  expect((await query(other.businessId, ["key"])).labels).toEqual([]);
  expect((await query(other.businessId, ["tool", "client"])).labels).toEqual([]);
  expect((await query(newId("biz"), ["key"])).rows).toEqual([]);
});

test("connections have the names that the console knows, asked for in the live business; without the console the numbers are answered without them", async () => {
  const { businessId, sandboxId } = await createSandbox();
  const connectionId = newId("con");
  for (const id of [businessId, sandboxId]) await storeCalls(id, connectionId);
  const asked: unknown[] = [];
  const console = {
    unary: async (_method: unknown, { connectionIds }: { connectionIds: string[] }, call: { businessId: string }) => {
      asked.push([call.businessId, connectionIds]);
      return { message: { connections: [{ connectionId, name: "Claude" }] } };
    },
  } as unknown as RpcClients;
  for (const id of [businessId, sandboxId])
    expect((await query(id, ["key"], console)).labels).toMatchObject([{ value: connectionId, label: "Claude" }]);
  expect(asked).toEqual([
    [businessId, [connectionId]],
    [businessId, [connectionId]],
  ]);
  const { rows, labels } = await query(businessId, ["key"]);
  expect([rows.length, labels]).toEqual([1, []]);
});
