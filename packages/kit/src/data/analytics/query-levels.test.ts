import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { createTestCall, examinedDuring, propertyRuns } from "../../testing/index.js";
import { dayMs, quarterMs } from "../counts/count-changes.rules.js";
import type { Database } from "../database.types.js";
import { listAuditProblems } from "../../testing/audits.js";
import { newId } from "../ids.js";
import { arbitraryFilter, isMeant, openTwoProcesses, readValue, toTexts } from "./counted.testing.js";
import { packedCountCollection, type PackedCountRow } from "./analytics-records.js";
import { foldChanges } from "./fold-changes.js";
import { packDays } from "./pack-counts.js";
import { packedDayAudit, packedTotalAudit } from "./packed-day-audit.js";
import { toPackedRows } from "./packed-days.rules.js";
import { combinationsMax, type CountQuery } from "./query-counts.js";
import { queryLevels } from "./query-levels.js";

const cash = {
  name: "cash",
  dimensions: ["shop", "till"],
  counters: ["held", "paidIn"],
  levels: ["held"],
} as const;

interface Payment {
  shop: string;
  till: string;
  amount: number;
  at: Date;
}

let processes: [Database, Database];
beforeAll(async () => void (processes = await openTwoProcesses("tills")));
afterAll(async () => {
  for (const db of processes) await db.close();
});
const getFirst = () => processes[0];

/** Counts a change of what a till holds. */
async function pay(db: Database, call: Call, { shop, till, amount, at }: Payment, fails = false): Promise<void> {
  await db.transaction(call, async (scope) => {
    scope.countIn(cash, { shop, till }, at, { held: amount, ...(amount > 0 && { paidIn: amount }) });
    if (fails) throw new Error("killed");
    return {};
  });
}

const query = (call: Call, given: CountQuery) => getFirst().snapshot(call, (scope) => queryLevels(scope, cash, given));

/** What there was at the end of each interval, by adding up everything that came before. */
function addUp(made: readonly Payment[], { groupBy, filters, bounds }: CountQuery, now: Date) {
  const wanted = made.filter((payment) => isMeant(payment, filters));
  const groups = new Map(
    wanted.map((payment) => [JSON.stringify(groupBy.map((name) => readValue(payment, name))), payment]),
  );
  return [...groups.keys()].flatMap((key) => {
    const own = wanted.filter((payment) => JSON.stringify(groupBy.map((name) => readValue(payment, name))) === key);
    return bounds.slice(0, -1).flatMap((start, interval) => {
      const end = bounds[interval + 1]!;
      const sum = (some: readonly Payment[]) => some.reduce((total, { amount }) => total + amount, 0);
      const held = start <= now ? sum(own.filter(({ at }) => at < end)) : 0;
      const paidIn = sum(own.filter(({ at, amount }) => amount > 0 && at >= start && at < end));
      return held === 0 && paidIn === 0 ? [] : [{ interval, values: JSON.parse(key) as string[], held, paidIn }];
    });
  });
}

const days = 6;
const payment = fc.record({
  process: fc.constantFrom(0, 1),
  shop: fc.constantFrom("a", "b|", ""),
  till: fc.constantFrom("1", '2"'),
  amount: fc.integer({ min: -9, max: 9 }).filter((amount) => amount !== 0),
  minutesAgo: fc.integer({ min: 0, max: days * 24 * 60 }),
  outcome: fc.constantFrom("stored", "stored", "stored", "killed", "repeated"),
  folds: fc.boolean(),
  packs: fc.boolean(),
});
const filter = arbitraryFilter(cash.dimensions, ["a", "b|", "", "1"]);

test("a level is the sum of everything before the end of its interval, for any range and group, beside killed and repeated writes and packing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { maxLength: 25 }),
      fc.subarray(["shop", "till"]),
      fc.array(filter, { maxLength: 2 }),
      fc.uniqueArray(fc.integer({ min: -8 * days, max: 100 * days }), { minLength: 2, maxLength: 7 }),
      async (payments, groupBy, filters, quarters) => {
        const call = createTestCall(newId("biz"), { requestDigest: () => "" });
        const now = new Date();
        const made: Payment[] = [];
        for (const [index, { process, outcome, folds, packs, minutesAgo, ...rest }] of payments.entries()) {
          const db = processes[process];
          const one = { ...rest, at: new Date(now.getTime() - minutesAgo * 60_000) };
          const own = { ...call, idempotencyKey: `key ${index}` };
          if (outcome === "killed") await expect(pay(db, own, one, true)).rejects.toThrow("killed");
          else {
            for (const retry of outcome === "repeated" ? processes : [db]) await pay(retry, { ...own }, one);
            made.push(one);
          }
          if (folds) await foldChanges(db);
          if (packs) await packDays(db, [cash], now);
        }
        const toTime = (ago: number) => new Date(Math.floor(now.getTime() / quarterMs - ago) * quarterMs);
        const bounds = quarters.toSorted((one, other) => other - one).map(toTime);
        const found = await query(call, { groupBy, filters, bounds });
        const rows = found.map(({ interval, values, counts: { held = 0, paidIn = 0 } }) => ({
          ...{ interval, values, held, paidIn },
        }));
        expect(toTexts(rows)).toEqual(toTexts(addUp(made, { groupBy, filters, bounds }, now)));
        const audits = [packedDayAudit, packedTotalAudit];
        expect((await listAuditProblems(getFirst(), audits, call.businessId)).problems).toEqual([]);
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});

const lastDays = (count: number) =>
  Array.from({ length: count + 1 }, (_, index) => new Date(Math.floor(Date.now() / dayMs - count + 1 + index) * dayMs));
const plain: CountQuery = { groupBy: ["shop"], filters: [], bounds: lastDays(3) };

test("what never changed in the range is in every interval; another business and a sandbox have levels of their own", async () => {
  const [call, sandbox] = [createTestCall(newId("biz")), createTestCall(newId("sbx"))];
  const at = new Date(Date.now() - 40 * dayMs);
  await pay(getFirst(), call, { shop: "a", till: "1", amount: 7, at });
  await pay(getFirst(), sandbox, { shop: "a", till: "1", amount: 2, at });
  const held = async (of: Call) => (await query(of, plain)).map(({ interval, counts }) => [interval, counts["held"]]);
  expect(await held(call)).toEqual([0, 1, 2].map((interval) => [interval, 7]));
  expect(await held(sandbox)).toEqual([0, 1, 2].map((interval) => [interval, 2]));
  expect(await held(createTestCall(newId("biz")))).toEqual([]);
  expect(await query(call, { ...plain, bounds: [] })).toEqual([]);
});

test("more groups and intervals than an answer may have are refused, before they are read where they are too many to read", async () => {
  const scopeOf = (call: Call) => getFirst().scope(call).collection<PackedCountRow>(packedCountCollection);
  const many = async (count: number) => {
    const call = createTestCall(newId("biz"));
    const entries = Array.from({ length: count }, (_, index) => ({
      values: [`s${index}`],
      quarters: { 0: { held: 1 } },
    }));
    const of = { collection: cash.name, set: ["shop"], day: null };
    await scopeOf(call).insertMany(toPackedRows(call.businessId, of, entries));
    return call;
  };
  const refusal = { code: "too_many_combinations" };
  await expect(query(await many(combinationsMax + 1), plain)).rejects.toMatchObject(refusal);
  await expect(query(await many(combinationsMax / 3 + 1), plain)).rejects.toMatchObject(refusal);
  expect(await query(await many(Math.floor(combinationsMax / 3)), plain)).toHaveLength(9999);
});

test("a level costs the same however many days were packed and however many combinations there are", async () => {
  const examine = async (tills: number, packedDays: number) => {
    const call = createTestCall(newId("biz"));
    const at = (day: number) => new Date(Date.now() - (packedDays - day + 1) * dayMs);
    await getFirst().transaction(call, async (scope) => {
      for (let day = 0; day < packedDays; day += 1)
        for (let till = 0; till < tills; till += 1)
          scope.countIn(cash, { shop: "a", till: `${till}` }, at(day), { held: 1, paidIn: 1 });
      return {};
    });
    await foldChanges(getFirst());
    await packDays(getFirst(), [cash], new Date());
    const today = { ...plain, bounds: lastDays(1) };
    const examined = await examinedDuring(getFirst().name, async () => {
      const rows = [{ interval: 0, values: ["a"], counts: { held: tills * packedDays } }];
      expect(await query(call, today)).toEqual(rows);
    });
    return examined;
  };
  expect(await examine(200, 12)).toBe(await examine(2, 3));
});

test("a sum of all days that is wrong is found", async () => {
  const call = createTestCall(newId("biz"));
  await pay(getFirst(), call, { shop: "a", till: "1", amount: 7, at: new Date(Date.now() - 2 * dayMs) });
  await foldChanges(getFirst());
  await packDays(getFirst(), [cash], new Date());
  const problems = async () => (await listAuditProblems(getFirst(), [packedTotalAudit], call.businessId)).problems;
  expect(await problems()).toEqual([]);
  const change = { $inc: { "sums.held.0": 3 } };
  await getFirst().scope(call).collection(packedCountCollection).updateOne({ set: "", day: null }, change);
  expect(await problems()).toEqual([expect.stringContaining('"held" of all days is not the sum of the days')]);
});
