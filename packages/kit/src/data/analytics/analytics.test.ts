import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { createLogger } from "../../telemetry/logger.js";
import { createMetrics } from "../../telemetry/metrics.js";
import { createTestCall, eventually, listCountDifferences, propertyRuns } from "../../testing/index.js";
import { type CountSource, repairCounts } from "../counts/count-audit.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";
import { parseDays } from "../time/local-days.js";
import {
  countChangeCollection,
  type CountChangeRow,
  openCountCollection,
  type OpenCountRow,
  packedCountCollection,
  type PackedCountRow,
} from "./analytics-records.js";
import { arbitraryFilter, isMeant, openTwoProcesses, readValue, toTexts } from "./counted.testing.js";
import { foldChanges } from "./fold-changes.js";
import { packedDayAudit } from "./packed-day-audit.js";
import { packDay, packDays, startPacking } from "./pack-counts.js";
import { type CountFilter, findCountedDays, queryCounts } from "./query-counts.js";
import { listAuditProblems } from "../../testing/audits.js";

interface Sale {
  _id: string;
  product: string;
  shop: string;
  units: number;
  at: Date;
}

const sales = { name: "sales", dimensions: ["product", "shop"], counters: ["count", "units"] } as const;
const source: CountSource = {
  collection: "sales",
  names: sales.counters,
  counted: sales,
  stages: [
    {
      $project: {
        businessId: 1,
        subject: ["$product", "$shop"],
        at: "$at",
        count: { $literal: 1 },
        units: "$units",
      },
    },
  ],
};

let processes: [Database, Database];
beforeAll(async () => void (processes = await openTwoProcesses("sales")));
afterAll(async () => {
  for (const db of processes) await db.close();
});

const getFirst = () => processes[0];
const newCall = (given: Partial<Call> = {}): Call => createTestCall(newId("biz"), given);

function sell(db: Database, call: Call, sale: Omit<Sale, "_id">, fails = false): Promise<void> {
  return db.transaction({ ...call }, async (scope) => {
    await scope.collection<Sale>("sales").append({ _id: newId("sal"), ...sale });
    scope.countIn(sales, sale, sale.at, { count: 1, units: sale.units });
    if (fails) throw new Error("killed");
  });
}

const query = (call: Call, bounds: Date[], groupBy: string[] = [], filters: CountFilter[] = []) =>
  getFirst().snapshot(call, (scope) => queryCounts(scope, sales, { groupBy, filters, bounds }));

function countSales(
  stored: readonly Sale[],
  bounds: readonly Date[],
  groupBy: readonly string[],
  filters: readonly CountFilter[],
) {
  const rows = new Map<string, { interval: number; values: string[]; counts: { count: number; units: number } }>();
  for (const sale of stored) {
    const interval = bounds.findIndex((start, index) => sale.at >= start && sale.at < (bounds[index + 1] ?? start));
    if (interval < 0 || !isMeant(sale, filters)) continue;
    const values = groupBy.map((dimension) => readValue(sale, dimension));
    const key = JSON.stringify([interval, values]);
    const row = rows.get(key) ?? { interval, values, counts: { count: 0, units: 0 } };
    rows.set(key, row);
    row.counts.count += 1;
    row.counts.units += sale.units;
  }
  return [...rows.values()];
}

const operation = fc.record({
  process: fc.constantFrom(0, 1),
  product: fc.constantFrom("a", "b|", 'c"'),
  shop: fc.constantFrom("", "n", "b|"),
  units: fc.integer({ min: 1, max: 9 }),
  minute: fc.integer({ min: 0, max: 5 * 24 * 60 }),
  fails: fc.boolean(),
  folds: fc.boolean(),
  packs: fc.boolean(),
});
const filter = arbitraryFilter(sales.dimensions, ["a", "b|", "n", ""]);

test("a query equals a full count, while changes are folded and days are packed beside late writes and killed ones", async () => {
  const timeZone = fc.constantFrom("UTC", "America/Mexico_City", "Asia/Kathmandu", "Pacific/Auckland");
  const groupBy = fc.subarray(["product", "shop"]);
  // Around the end of summer time in Auckland: 5 April 2026 has 25 hours there.
  const begin = Date.UTC(2026, 3, 3, 7);
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 24 }),
      timeZone,
      groupBy,
      fc.array(filter, { maxLength: 2 }),
      async (operations, zone, dimensions, filters) => {
        const call = newCall({ timeZone: zone });
        const pack = (db: Database) => packDays(db, [sales], new Date());
        await Promise.allSettled(
          operations.flatMap(({ process, fails, folds, packs, minute, product, shop, units }) => {
            const db = processes[process];
            const at = new Date(begin + minute * 60_000);
            return [
              sell(db, call, { product, shop, units, at }, fails),
              ...(folds ? [foldChanges(db)] : []),
              ...(packs ? [pack(db)] : []),
            ];
          }),
        );
        const stored = await getFirst().scope(call).collection<Sale>("sales").find({});
        expect(stored).toHaveLength(operations.filter(({ fails }) => !fails).length);
        const given = { dateFrom: "2026-04-02", dateTo: "2026-04-10" };
        const days = parseDays(given, { timeZone: zone, now: new Date(), daysDefault: 30, daysMax: 366 });
        const starts = days.map(({ start }) => start);
        const end = days.at(-1)!.end;
        for (const bounds of [
          [...starts, end],
          [starts[0]!, end],
          [starts[2]!, starts[4]!],
        ]) {
          const expected = toTexts(countSales(stored, bounds, dimensions, filters));
          expect(toTexts(await query(call, bounds, dimensions, filters))).toEqual(expected);
        }
        expect(await listCountDifferences(getFirst(), call.businessId, [source])).toEqual([]);
      },
    ),
    { numRuns: propertyRuns(12) },
  );
});

const noon = new Date("2026-04-03T12:00:00Z");
const dayStart = new Date("2026-04-03T00:00:00Z");
const wholeDay = [dayStart, new Date("2026-04-04T00:00:00Z")];

test("a day that is packed has no open counters, and a late change is packed into it again", async () => {
  const call = newCall();
  const db = getFirst();
  const open = () => db.scope(call).collection<OpenCountRow>(openCountCollection).count({});
  const sale = { product: "a", shop: "n", units: 2, at: noon };
  await sell(db, call, sale);
  expect(await findCountedDays(db.scope(call), sales)).toEqual({ first: dayStart, last: dayStart });
  await foldChanges(db);
  await packDay(db, sales, { businessId: call.businessId, day: dayStart });
  expect(await open()).toBe(0);
  await sell(db, call, { ...sale, shop: "m", units: 5 });
  await foldChanges(db);
  expect(await open()).toBe(1);
  const rows = [{ interval: 0, values: ["a"], counts: { count: 2, units: 7 } }];
  expect(await query(call, wholeDay, ["product"])).toEqual(rows);
  await packDay(db, sales, { businessId: call.businessId, day: dayStart });
  expect(await open()).toBe(0);
  expect(await query(call, wholeDay, ["product"])).toEqual(rows);
  expect(await findCountedDays(db.scope(call), sales)).toEqual({ first: dayStart, last: dayStart });
  expect(await findCountedDays(db.scope(newCall()), sales)).toBeUndefined();
});

test("folding and packing that fail at any of their commands change nothing, and the next round does the work", async () => {
  const commands = ["find", "update", "delete", "insert", "commitTransaction"];
  for (const failing of commands) {
    const call = newCall();
    const db = getFirst();
    await sell(db, call, { product: "a", shop: "n", units: 2, at: noon });
    const before = await query(call, wholeDay, ["shop"]);
    const dying: Database = {
      ...db,
      transaction: (given, work) =>
        db.transaction(given, async (scope) => {
          const result = await work(failing === "commitTransaction" ? scope : failOn(scope, failing));
          if (failing === "commitTransaction") throw new Error("killed");
          return result;
        }),
    };
    const count = (name: string) => db.scope(call).collection(name).count({});
    if (failing !== "insert") await expect(foldChanges(dying)).rejects.toThrow("could not be added up");
    expect(await query(call, wholeDay, ["shop"])).toEqual(before);
    await foldChanges(db);
    expect(await query(call, wholeDay, ["shop"])).toEqual(before);
    expect([await count(countChangeCollection), await count(openCountCollection)]).toEqual([0, 1]);
    const packing = packDay(dying, sales, { businessId: call.businessId, day: dayStart });
    // Packing updates nothing.
    if (failing === "update") await packing;
    else await expect(packing).rejects.toThrow("killed");
    expect(await query(call, wholeDay, ["shop"])).toEqual(before);
    await packDay(db, sales, { businessId: call.businessId, day: dayStart });
    expect(await query(call, wholeDay, ["shop"])).toEqual(before);
    expect(await count(openCountCollection)).toBe(0);
  }
});

test("one business whose changes cannot be added up does not hold up the others", async () => {
  const db = getFirst();
  const [broken, call] = [newCall(), newCall()];
  for (const one of [broken, call]) await sell(db, one, { product: "a", shop: "n", units: 2, at: noon });
  const dying: Database = {
    ...db,
    transaction: (given, work) =>
      given.businessId === broken.businessId ? Promise.reject(new Error("no document")) : db.transaction(given, work),
  };
  await expect(foldChanges(dying)).rejects.toThrow("the counts of 1 businesses could not be added up");
  const changes = (one: Call) => db.scope(one).collection(countChangeCollection).count({});
  expect([await changes(broken), await changes(call)]).toEqual([1, 0]);
  await foldChanges(db);
});

test("a transaction counts in one record, however many combinations it counts, and equal ones are added up", async () => {
  const call = newCall();
  const db = getFirst();
  await db.transaction(call, async (scope) => {
    for (const shop of ["n", "m", "n"])
      scope.countIn(sales, { product: "a", shop }, new Date(noon.getTime() + 60_000), { count: 1, units: 2 });
    scope.countIn(sales, { product: "b", shop: "n" }, noon, { count: 1, units: 1 });
    scope.countIn(sales, { product: "b", shop: "n" }, noon, { count: -1, units: -1 });
  });
  const rows = await db.scope(call).collection<CountChangeRow>(countChangeCollection).find({});
  expect(rows.map(({ changes }) => changes)).toEqual([
    [
      { collection: "sales", values: ["a", "n"], at: noon, counts: { count: 2, units: 4 } },
      { collection: "sales", values: ["a", "m"], at: noon, counts: { count: 1, units: 2 } },
    ],
  ]);
});

test("the oldest day that is not packed, and an older change that is not in the open counters, are reported, also by a process that cannot pack it, and not after it was packed", async () => {
  const db = getFirst();
  await sell(db, newCall(), { product: "a", shop: "n", units: 2, at: noon });
  await foldChanges(db);
  const start = async (packing: Database, check: (seconds: number | undefined) => void) => {
    const metrics = createMetrics("kit");
    const stop = startPacking({ db: packing, logger: createLogger("kit", "silent"), metrics }, [sales]);
    await eventually(async () => {
      const text = await metrics.registry.metrics();
      const [, value] = /^tenantops_counts_unpacked_oldest_seconds\S* (\S+)$/m.exec(text) ?? [];
      check(value === undefined ? undefined : Number(value));
    });
    await stop();
  };
  const dying: Database = { ...db, transaction: () => Promise.reject(new Error("no database")) };
  const least = (Date.now() - dayStart.getTime()) / 1000 - 86_400;
  await start(dying, (seconds) => expect(seconds).toBeGreaterThanOrEqual(least));
  await start(db, (seconds) => expect(seconds).toBe(0));
  const [call, createdAt] = [newCall(), new Date(Date.now() - 3_600_000)];
  await sell(db, call, { product: "a", shop: "n", units: 2, at: new Date() });
  await db.scope(call).collection<CountChangeRow>(countChangeCollection).updateOne({}, { $set: { createdAt } });
  await start(dying, (seconds) => expect(seconds).toBeGreaterThanOrEqual(3600));
});

test("a day that cannot be packed does not hold up those of other businesses", async () => {
  const db = getFirst();
  const [broken, call] = [newCall(), newCall()];
  for (const one of [broken, call]) await sell(db, one, { product: "a", shop: "n", units: 2, at: noon });
  await foldChanges(db);
  const dying: Database = {
    ...db,
    transaction: (given, work) =>
      given.businessId === broken.businessId ? Promise.reject(new Error("no document")) : db.transaction(given, work),
  };
  await expect(packDays(dying, [sales], new Date())).rejects.toThrow("1 days could not be packed");
  const open = (given: Call) => db.scope(given).collection<OpenCountRow>(openCountCollection).count({});
  expect([await open(broken), await open(call)]).toEqual([1, 0]);
});

test("two processes that fold and pack at once count each change once", async () => {
  const call = newCall();
  for (let hour = 0; hour < 6; hour += 1)
    await sell(getFirst(), call, {
      product: `p${hour}`,
      shop: "n",
      units: 1,
      at: new Date(+dayStart + hour * 3_600_000),
    });
  await Promise.all(processes.map((db) => foldChanges(db)));
  await Promise.all(processes.map((db) => packDay(db, sales, { businessId: call.businessId, day: dayStart })));
  expect(await query(call, wholeDay)).toEqual([{ interval: 0, values: [], counts: { count: 6, units: 6 } }]);
});

test("a query that would read too many combinations is refused before they are read", async () => {
  const call = newCall();
  const scope = getFirst().scope(call);
  const row = {
    collection: "sales",
    set: "product",
    day: dayStart,
    part: 0,
    size: 10_001,
    values: [[]],
    sums: {},
    quarters: [],
  };
  await scope.collection<PackedCountRow>(packedCountCollection).insertOne({ _id: newId("pck"), ...row });
  await expect(query(call, wholeDay, ["product"])).rejects.toMatchObject({ code: "too_many_combinations" });
  expect(await query(call, wholeDay)).toEqual([]);
});

test("one wrong counter is found and repaired, in a change, in an open day and in a packed one", async () => {
  const call = newCall();
  const db = getFirst();
  const scope = db.scope(call);
  const differences = () => listCountDifferences(db, call.businessId, [source]);
  await sell(db, call, { product: "a", shop: "n", units: 2, at: noon });
  const changes = scope.collection<CountChangeRow>(countChangeCollection);
  await changes.updateOne({}, { $inc: { "changes.0.counts.units": 1 } });
  expect(await differences()).toMatchObject([{ subject: ["a", "n"], at: noon, missing: { count: 0, units: -1 } }]);
  await repairCounts(db, source);
  expect(await differences()).toEqual([]);
  await foldChanges(db);
  const [open] = await scope.collection<OpenCountRow>(openCountCollection).find({});
  await scope
    .collection<OpenCountRow>(openCountCollection)
    .updateOne({ _id: open!._id }, { $inc: { "quarters.48.units": 3 } });
  const missing = { count: 0, units: -3 };
  expect(await differences()).toMatchObject([{ subject: ["a", "n"], at: noon, missing }]);
  await repairCounts(db, source);
  expect(await differences()).toEqual([]);

  await foldChanges(db);
  await packDay(db, sales, { businessId: call.businessId, day: dayStart });
  const packed = scope.collection<PackedCountRow>(packedCountCollection);
  const change = { $inc: { "quarters.0.48.units": 4 } };
  await packed.updateOne({ set: "product,shop" }, change);
  expect(await differences()).toMatchObject([{ subject: ["a", "n"], missing: { count: 0, units: -4 } }]);
  const problems = async () => (await listAuditProblems(db, [packedDayAudit], call.businessId)).problems;
  expect(await problems()).toEqual([expect.stringContaining('disagree about "units"')]);
  await packed.updateOne({ set: "product,shop" }, { $inc: { "quarters.0.48.units": -4 } });
  expect(await problems()).toEqual([]);
  await packed.updateOne({ set: "shop" }, { $inc: { "quarters.0.48.units": 4, "sums.units.0": 4 } });
  expect(await problems()).toEqual([expect.stringContaining('disagree about "units"')]);
});

test("another business sees nothing", async () => {
  const call = newCall();
  await sell(getFirst(), call, { product: "a", shop: "n", units: 2, at: noon });
  expect(await query(newCall(), wholeDay, ["product"])).toEqual([]);
});

function failOn<Scope extends { collection: (name: string) => unknown }>(scope: Scope, operation: string): Scope {
  const methods: Record<string, string> = {
    find: "find",
    update: "updateEach",
    delete: "deleteByIds",
    insert: "insertMany",
  };
  return {
    ...scope,
    collection: (name: string) => {
      const collection = scope.collection(name) as Record<string, unknown>;
      return new Proxy(collection, {
        get: (target, property) => {
          if (property === methods[operation]) return () => Promise.reject(new Error("killed"));
          const value = target[property as string];
          return typeof value === "function" ? (value as () => unknown).bind(target) : value;
        },
      });
    },
  };
}
