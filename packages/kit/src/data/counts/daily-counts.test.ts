import { randomBytes } from "node:crypto";
import fc from "fast-check";
import type { CommandStartedEvent } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, examinedDuring, openTestDatabase, propertyRuns, testBackend } from "../../testing/index.js";
import { readDailyCounts, readRangeCounts, readTotals } from "./daily-counts.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";
import { parseDays } from "../time/local-days.js";

interface Sale {
  _id: string;
  units: number;
  at: Date;
}

const name = `test_kit_${randomBytes(4).toString("hex")}`;
// Two processes with the same database.
let processes: Database[];

beforeAll(async () => {
  const { mongodbUrl: url } = testBackend();
  const options = { url, name, appName: "kit", logger: createLogger("kit", "silent"), indexes: { sales: [] } };
  processes = [
    await openTestDatabase({ ...options, tenancyGuard: "commands" }),
    await openTestDatabase({ ...options, tenancyGuard: "commands" }),
  ];
});
afterAll(async () => {
  for (const db of processes) await db.close();
});

const newCall = (given: Partial<Call> = {}): Call => createTestCall(newId("biz"), given);
const names = ["sales", "units"] as const;

function sell(db: Database, call: Call, units: number, at: Date, fails = false): Promise<void> {
  return db.transaction(call, async (scope) => {
    await scope.collection<Sale>("sales").append({ _id: newId("sal"), units, at });
    scope.count({ subject: "", at, counts: { sales: 1, units } });
    scope.count({ subject: "", at: null, counts: { sales: 1, units } });
    if (fails) throw new Error("killed");
  });
}

const getFirst = () => processes[0] as Database;

test("counters are written in the command that inserts: no command more per transaction", async () => {
  const db = getFirst();
  const call = newCall();
  const insert = (withCounts: boolean) =>
    db.transaction(call, async (scope) => {
      await scope.collection<Sale>("sales").append({ _id: newId("sal"), units: 1, at: scope.now });
      if (withCounts) scope.count({ subject: "", at: scope.now, counts: { sales: 1 } });
    });
  const commandsOf = async (work: () => Promise<void>) => {
    const commands: string[] = [];
    const stop = db.watchCommands(({ commandName }: CommandStartedEvent) => commands.push(commandName));
    await work().finally(stop);
    return commands.filter((command) => !["find", "findAndModify", "update", "hello"].includes(command));
  };
  const before = await commandsOf(() => insert(false));
  expect(await commandsOf(() => insert(true))).toEqual(before);
  expect(before).toEqual(["bulkWrite", "commitTransaction"]);
});

test("counters equal a full count after writes of two processes at once, some of which are killed", async () => {
  const operation = fc.record({
    process: fc.constantFrom(0, 1),
    units: fc.integer({ min: 1, max: 9 }),
    minute: fc.integer({ min: 0, max: 5 * 24 * 60 }),
    fails: fc.boolean(),
  });
  const timeZone = fc.constantFrom("UTC", "America/Mexico_City", "Asia/Kathmandu", "Pacific/Auckland");
  // Around the end of summer time in Auckland: 5 April 2026 has 25 hours there.
  const begin = Date.UTC(2026, 3, 3, 7);
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 24 }), timeZone, async (operations, zone) => {
      const call = newCall({ timeZone: zone });
      const timeOf = (minute: number) => new Date(begin + minute * 60_000);
      await Promise.allSettled(
        operations.map(({ process, units, minute, fails }) =>
          sell(processes[process] as Database, { ...call }, units, timeOf(minute), fails),
        ),
      );
      const scope = getFirst().scope(call);
      const stored = await scope.collection<Sale>("sales").find({});
      const sold = operations.filter(({ fails }) => !fails);
      expect(stored).toHaveLength(sold.length);
      const count = (sales: readonly Sale[]) => ({
        sales: sales.length,
        units: sales.reduce((sum, { units }) => sum + units, 0),
      });

      expect(await readTotals(scope, "", names)).toEqual(count(stored));
      const given = { dateFrom: "2026-04-02", dateTo: "2026-04-10" };
      const days = parseDays(given, { timeZone: zone, now: new Date(), daysDefault: 30, daysMax: 366 });
      const expected = days.map(({ day, start, end }) => ({
        day,
        counts: count(stored.filter(({ at }) => at >= start && at < end)),
      }));
      expect(await readDailyCounts(scope, "", names, days)).toEqual(expected);

      const quarter = (minute: number) => new Date(Math.floor(timeOf(minute).getTime() / 900_000) * 900_000);
      for (const { minute } of operations.slice(0, 3)) {
        const range = { from: quarter(minute), until: quarter(minute + 1500) };
        const inRange = stored.filter(({ at }) => at >= range.from && at < range.until);
        expect(await readRangeCounts(scope, "", names, range)).toEqual({ counts: count(inRange), remaining: [] });
        const later = stored.filter(({ at }) => at >= range.from);
        expect((await readRangeCounts(scope, "", names, { from: range.from })).counts).toEqual(count(later));
        const earlier = stored.filter(({ at }) => at < range.from);
        expect((await readRangeCounts(scope, "", names, { until: range.from })).counts).toEqual(count(earlier));
      }
    }),
    { numRuns: propertyRuns(12) },
  );
});

test("a part of a quarter of an hour is left to the caller", async () => {
  const scope = getFirst().scope(newCall());
  const [from, until] = [new Date("2026-04-03T10:07:00Z"), new Date("2026-04-03T11:01:00Z")];
  expect((await readRangeCounts(scope, "", names, { from, until })).remaining).toEqual([
    { from, until: new Date("2026-04-03T10:15:00Z") },
    { from: new Date("2026-04-03T11:00:00Z"), until },
  ]);
  const short = { from, until: new Date("2026-04-03T10:14:00Z") };
  expect((await readRangeCounts(scope, "", names, short)).remaining).toEqual([short]);
});

test("eight transactions of one process at once add to eight records, so without a conflict; one after another they add to one", async () => {
  const call = newCall();
  const at = new Date("2026-04-03T10:00:00Z");
  // By its units, the record to which a sale adds. Of its first attempt: another process may abort a transaction that was idle for a second.
  const records = new Map<number, string>();
  const stop = getFirst().watchCommands(({ commandName, command }) => {
    if (commandName !== "bulkWrite") return;
    const { ops } = command as { ops: { document?: Sale; filter?: { _id: string } }[] };
    const units = ops.find(({ document }) => document)?.document?.units ?? 0;
    if (!records.has(units)) records.set(units, ops.find(({ filter }) => filter)?.filter?._id ?? "");
  });
  const sellOnce = (units: number) => sell(getFirst(), { ...call }, units, at);
  for (const units of [1, 2, 3, 4, 5]) await sellOnce(units);
  const ofOne = new Set(records.values());
  records.clear();
  await Promise.all([11, 12, 13, 14, 15, 16, 17, 18].map(sellOnce));
  stop();
  expect([ofOne.size, ofOne.has(""), records.size, new Set(records.values()).size]).toEqual([1, false, 8, 8]);
  expect(await readTotals(getFirst().scope(call), "", names)).toEqual({ sales: 13, units: 15 + 116 });
});

test("another business sees nothing", async () => {
  const call = newCall();
  await sell(getFirst(), call, 3, new Date());
  const other = getFirst().scope(newCall());
  expect(await readTotals(other, "", names)).toEqual({ sales: 0, units: 0 });
  expect((await readRangeCounts(other, "", names, {})).counts).toEqual({ sales: 0, units: 0 });
});

test("30 days examine at most 16 records per day, also when a hundred times as much was counted", async () => {
  const call = newCall();
  const count = (sales: number) =>
    getFirst().transaction(call, async (scope) => {
      for (let index = 0; index < sales; index += 1) {
        const at = new Date(Date.UTC(2026, 0, 1) + ((index * 60) % (60 * 24 * 60)) * 60_000);
        scope.count({ subject: "", at, counts: { sales: 1 } });
      }
    });
  const now = new Date("2026-02-20T12:00:00Z");
  const days = parseDays({ dateFrom: "", dateTo: "" }, { timeZone: "UTC", now, daysDefault: 30, daysMax: 366 });
  const examine = () => examinedDuring(name, () => readDailyCounts(getFirst().scope(call), "", names, days));
  for (const sales of [200, 20_000]) {
    await count(sales);
    // A conflict with another transaction chooses another slot, so the number may differ below the limit.
    expect(await examine()).toBeLessThanOrEqual(31 * 16);
  }
});

test("a name that could reach another field is refused", async () => {
  const db = getFirst();
  const write = (bad: string) =>
    db.transaction(newCall(), async (scope) => scope.count({ subject: "", at: null, counts: { [bad]: 1 } }));
  for (const bad of ["a.b", "$inc", ""]) await expect(write(bad)).rejects.toThrow("is no name of a counter");
});
