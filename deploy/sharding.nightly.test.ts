import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAuditProblems, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { MinKey, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ShardedCluster, startShardedCluster } from "../scripts/lib/backend/sharded-cluster.mjs";
import { sumAtCenters } from "../services/supply/src/center-stocks/center-stocks.store.js";
import { ledgerAudits } from "../services/supply/src/ledger/ledger-audit.js";
import { supply } from "../services/supply/src/supply.js";
import { createCenterStock, withdrawalRequest } from "../services/supply/src/testing.js";
import { learning } from "../services/learning/src/learning.js";
import { roulettes } from "../services/roulettes/src/roulettes.js";
import { shardCollections } from "./sharding/shard-collections.mjs";
import { shardKeys } from "./sharding/shard-keys.mjs";

// On a real cluster of two shards, in a database of its own. docs/operating.md says how to shard.

let cluster: ShardedCluster;
let client: MongoClient;
beforeAll(async () => {
  cluster = await startShardedCluster({ dataDir: await mkdtemp(join(tmpdir(), "sharded-")) });
  process.env["TEST_MONGODB_URL"] = cluster.url;
  client = await MongoClient.connect(cluster.url);
});
afterAll(async () => {
  await client.close();
  await cluster.stop();
});

/** Moves all records from this key upwards to the other shard. */
async function moveFrom(database: string, collection: string, key: Record<string, unknown>): Promise<void> {
  const admin = client.db("admin");
  const namespace = `${database}.${collection}`;
  const stored = await client
    .db("config")
    .collection<{ _id: string; primary: string }>("databases")
    .findOne({ _id: database });
  const toShard = cluster.shards.find((shard) => shard !== stored?.primary);
  await admin.command({ split: namespace, middle: key });
  await admin.command({ moveRange: namespace, min: key, toShard });
}

test.each([
  ["roulettes", roulettes],
  ["learning", learning],
] as const)("the collections of %s can be sharded after its start, and it starts again", async (name, definition) => {
  const first = await startTestService(definition as typeof roulettes);
  const database = first.running.context.db.name;
  await shardCollections(client, database, shardKeys[name]!);
  await first.close();
  const sharded = await client.db("config").collection<{ _id: string }>("collections").find({}).toArray();
  const names = sharded.map(({ _id }) => _id).filter((_id) => _id.startsWith(`${database}.`));
  expect(names).toHaveLength(Object.keys(shardKeys[name]!).length);
  await (await startTestService(definition as typeof roulettes, { MONGODB_DATABASE: database })).close();
});

test("a product whose centers are on two shards is received, transferred, handed out and read as on one", async () => {
  const service: TestService<typeof SupplyService> = await startTestService(supply);
  const { db } = service.running.context;
  await shardCollections(client, db.name, shardKeys["supply"]!);
  const tenant = service.newTenant();
  const { businessId } = tenant;
  const one = await createCenterStock(tenant, { currentStock: 20, minStockAlert: 100 });
  const { stockId } = one.ids;
  const two = await createCenterStock(tenant, { stockId, currentStock: 20, minStockAlert: 100 });
  // Ids are ascending, so the second one is after the split point.
  const { serviceCenterId } = two.ids;
  await moveFrom(db.name, "centerStocks", { businessId, stockId, serviceCenterId });
  await moveFrom(db.name, "stock_movements", { businessId, centerStockId: two.centerStockId, seq: new MinKey() });

  await tenant.rpc.approveReceiveStock({ centerStockId: two.centerStockId, quantity: 5 }, { idempotencyKey: "a" });
  await tenant.rpc.approveReceiveStock({ centerStockId: two.centerStockId, quantity: 5 }, { idempotencyKey: "a" });
  const transfer = { stockId, fromCenterId: one.ids.serviceCenterId, toCenterId: serviceCenterId, quantity: 10 };
  await tenant.rpc.approveTransferStock(transfer);
  const taken = [one, two].flatMap(({ ids }) =>
    Array.from({ length: 8 }, () => tenant.rpc.approveWithdrawal(withdrawalRequest({ ...ids, quantity: 2 }))),
  );
  const outcomes = await Promise.allSettled(taken);
  // The first center holds 10 of which 5 calls take 2 each; the second one 35.
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(3);
  const { items } = await tenant.rpc.listServiceCenterStocks({});
  expect(items.map(({ currentStock }) => currentStock)).toEqual([19, 0]);
  expect(await sumAtCenters(tenant.scope(), stockId)).toBe(19);
  const alerts = await tenant.rpc.getLowStockAlerts({});
  expect(alerts.items.map(({ currentStock }) => currentStock)).toEqual([0, 19]);
  expect((await tenant.rpc.getWithdrawalHistory({ limit: 500 })).count).toBe(13);
  expect((await service.newTenant().rpc.listServiceCenterStocks({})).count).toBe(0);
  expect(await listAuditProblems(db, ledgerAudits)).toEqual({ counts: [2, 2], problems: [] });
  await service.close();
});
