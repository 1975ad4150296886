import { repairCounts } from "@tenant-ops/kit/data";
import { readCountedRows } from "@tenant-ops/kit/rpc";
import { listCountDifferences, propertyRuns, startTestService, type TestService } from "@tenant-ops/kit/testing";
import { CountService } from "@tenant-ops/proto/common";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { stock } from "@tenant-ops/rest/analytics";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CenterStock } from "./center-stocks/center-stocks.rules.js";
import { countSources } from "./daily-counts.js";
import { toStockCounts } from "./movements/stock-counts.rules.js";
import type { Movement } from "./movements/movements.store.js";
import { supply } from "./supply.js";
import { createCenterStock, type SupplyTenant, withdrawalRequest } from "./testing.js";

// Two processes with one database.
let processes: [TestService<typeof SupplyService>, TestService<typeof SupplyService>];
beforeAll(async () => {
  const first = await startTestService(supply);
  processes = [first, await startTestService(supply, { MONGODB_DATABASE: first.running.context.db.name })];
});
afterAll(async () => {
  for (const service of processes) await service.close();
});

const hourMs = 3_600_000;
const source = countSources.find(({ counted }) => counted === stock)!;
const movementsOf = (tenant: SupplyTenant) => tenant.scope().collection<Movement>("stock_movements");

async function query(tenant: SupplyTenant, bounds: readonly Date[], groupBy: string[] = [], center?: string) {
  const answer = await tenant.rpcOf(CountService).queryCounts({
    ...{ collection: "stock", groupBy, withLevels: true },
    bounds: bounds.map((bound) => bound.toISOString()),
    filters: center === undefined ? [] : [{ dimension: "center", values: [center] }],
  });
  return { rows: readCountedRows(answer), labels: answer.labels };
}

/** The same from the ledger rows: every unit that came before the end of an interval and has not gone is held then. */
function addUp(rows: readonly Movement[], bounds: readonly Date[], groupBy: readonly string[], center?: string) {
  const read = (row: Movement, dimension: string) => (dimension === "product" ? row.stockId : row.serviceCenterId);
  const toKey = (row: Movement) => JSON.stringify(groupBy.map((dimension) => read(row, dimension)));
  const wanted = rows.filter((row) => center === undefined || row.serviceCenterId === center);
  return [...new Set(wanted.map(toKey))].flatMap((key) =>
    bounds.slice(0, -1).flatMap((start, interval) => {
      const end = bounds[interval + 1]!;
      const counts: Record<string, number> = Object.fromEntries(stock.counters.map((name) => [name, 0]));
      for (const row of wanted.filter((one) => toKey(one) === key && one.at < end)) {
        for (const [name, value] of Object.entries(toStockCounts(row)))
          if (name === "held" || row.at >= start) counts[name] = (counts[name] ?? 0) + value;
      }
      const isEmpty = Object.values(counts).every((value) => value === 0);
      return isEmpty ? [] : [{ interval, values: JSON.parse(key) as string[], counts }];
    }),
  );
}

/** Without counters that are 0, in one order. */
const toTexts = (rows: readonly { interval: number; values: string[]; counts: Record<string, number> }[]) =>
  rows
    .map(({ interval, values, counts }) => {
      const counted = stock.counters.filter((name) => counts[name]).map((name) => [name, counts[name]]);
      return JSON.stringify([interval, values, counted]);
    })
    .toSorted((one, other) => (one < other ? -1 : 1));

const write = fc.record({
  process: fc.constantFrom(0, 1),
  kind: fc.constantFrom("receive", "count", "transfer", "withdraw"),
  at: fc.nat(3),
  to: fc.nat(3),
  quantity: fc.integer({ min: 1, max: 30 }),
  isRepeated: fc.boolean(),
});

test("levels and changes by product and center equal those of the ledger rows, for random writes of two processes at once, some repeated", async () => {
  const begin = Date.now();
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { maxLength: 16 }),
      fc.subarray(["product", "center"]),
      fc.uniqueArray(fc.integer({ min: 1, max: 30 * 24 * 4 }), { minLength: 2, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 35 * 24 * 60 }), { minLength: 40, maxLength: 40 }),
      fc.boolean(),
      async (writes, groupBy, quartersAgo, minutesAgo, hasFilter) => {
        const tenant = processes[0].newTenant();
        const tenants = [tenant, processes[1].newTenant({ businessId: tenant.businessId })];
        // Two products at two centers.
        const one = await createCenterStock(tenant, { currentStock: 40 });
        const two = await createCenterStock(tenant, { currentStock: 20 });
        const three = await createCenterStock(tenant, {
          stockId: one.ids.stockId,
          serviceCenterId: two.ids.serviceCenterId,
          currentStock: 0,
        });
        const four = await createCenterStock(tenant, {
          stockId: two.ids.stockId,
          serviceCenterId: one.ids.serviceCenterId,
          currentStock: 9,
        });
        const held = [one, two, three, four];
        const carryOut = async (index: number): Promise<unknown> => {
          const { process, kind, at, to, quantity } = writes[index]!;
          const { rpc } = tenants[process]!;
          const { centerStockId, ids } = held[at]!;
          const key = { idempotencyKey: `key-${index}` };
          if (kind === "receive") return rpc.approveReceiveStock({ centerStockId, quantity }, key);
          if (kind === "count") return rpc.approveCountStock({ centerStockId, counted: quantity }, key);
          if (kind === "withdraw") return rpc.approveWithdrawal(withdrawalRequest({ ...ids, quantity }), key);
          const [fromCenterId, toCenterId] = [ids.serviceCenterId, held[to]!.ids.serviceCenterId];
          return rpc.approveTransferStock({ stockId: ids.stockId, fromCenterId, toCenterId, quantity }, key);
        };
        // Refused ones (too few units, the same center) count nothing.
        await Promise.allSettled(
          writes.flatMap(({ isRepeated }, index) =>
            isRepeated ? [carryOut(index), carryOut(index)] : [carryOut(index)],
          ),
        );
        const { db } = processes[0].running.context;
        expect(await listCountDifferences(db, tenant.businessId, countSources)).toEqual([]);
        const center = hasFilter ? one.ids.serviceCenterId : undefined;
        const check = async (bounds: readonly Date[]) => {
          const expected = addUp(await movementsOf(tenant).find({}), bounds, groupBy, center);
          expect(toTexts((await query(tenant, bounds, groupBy, center)).rows)).toEqual(toTexts(expected));
        };
        const toTime = (ago: number) => new Date(Math.floor(begin / 900_000 - ago) * 900_000);
        const ends = quartersAgo.toSorted((a, b) => b - a).map(toTime);
        await check([...ends, new Date(Math.ceil(begin / 900_000) * 900_000 + 24 * hourMs)]);
        // Before all of these writes nothing was held.
        await check(ends);

        // The same as if the rows were of the last five weeks, counted again from the rows.
        const rows = await movementsOf(tenant).find({});
        for (const [index, { _id }] of rows.entries())
          await movementsOf(tenant).updateOne(
            { _id },
            { $set: { at: new Date(begin - (minutesAgo[index % 40] ?? 0) * 60_000) } },
          );
        await repairCounts(db, source);
        await check(ends);
      },
    ),
    { numRuns: propertyRuns(20) },
  );
});

test("a product that did not change is held on every day, has its name, and is seen by no other business and not in the sandbox", async () => {
  const tenant = processes[0].newTenant();
  const held = await createCenterStock(tenant, { currentStock: 12 });
  const { stockId } = held.ids;
  const today = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs;
  const bounds = [0, 1, 2].map((day) => new Date(today + day * 24 * hourMs));
  const { rows, labels } = await query(tenant, bounds, ["product"]);
  // Tomorrow has not begun.
  expect(rows).toMatchObject([{ interval: 0, values: [stockId], counts: { held: 12, received: 12 } }]);
  const [product] = await tenant
    .scope()
    .collection<{ _id: string; productName: string }>("stocks")
    .find({ _id: stockId });
  expect(labels).toMatchObject([{ dimension: "product", value: stockId, label: product?.productName }]);
  expect(product?.productName).not.toBe("");
  const sandbox = processes[0].newTenant({ businessId: tenant.businessId.replace("biz_", "sbx_") });
  for (const other of [processes[0].newTenant(), sandbox])
    expect((await query(other, bounds, ["product"])).rows).toEqual([]);
  // Without levels the counter is the change.
  const changes = await tenant
    .rpcOf(CountService)
    .queryCounts({ collection: "stock", bounds: bounds.map((bound) => bound.toISOString()) });
  expect(readCountedRows(changes)).toMatchObject([{ counts: { held: 12 } }]);
  expect(await tenant.scope().collection<CenterStock>("centerStocks").count({})).toBe(1);
});
