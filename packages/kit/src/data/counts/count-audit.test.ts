import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, listAuditProblems, openTestDatabase, testBackend } from "../../testing/index.js";
import { type CountSource, findCountDifferences, repairCounts } from "./count-audit.js";
import { dailyCountCollection, readTotals } from "./daily-counts.js";
import type { Database } from "../database.types.js";
import { daySumAudit } from "./day-sum-audit.js";
import { newId } from "../ids.js";

let db: Database;
beforeAll(async () => {
  const name = `test_counts_${randomBytes(4).toString("hex")}`;
  const logger = createLogger("kit", "silent");
  db = await openTestDatabase({ url: testBackend().mongodbUrl, name, appName: "kit", logger, indexes: { sales: [] } });
});
afterAll(() => db.close());

const nothing = { $literal: null };
const source: CountSource = {
  collection: "sales",
  names: ["sales"],
  stages: [{ $project: { businessId: 1, subject: { $literal: "" }, at: nothing, sales: { $literal: 1 } } }],
  onlyTotals: true,
};

/** A business with this number of records and this value of the counter. */
async function createSales(records: number, counted: number): Promise<Call> {
  const call = createTestCall();
  await db.transaction(call, async (scope) => {
    for (let index = 0; index < records; index += 1) await scope.collection("sales").append({ _id: newId("sal") });
    if (counted > 0) scope.count({ subject: "", at: null, counts: { sales: counted } });
  });
  return call;
}

async function listWrong(): Promise<string[]> {
  const found: string[] = [];
  for await (const { businessId } of findCountDifferences(db, source)) found.push(businessId);
  return found;
}

test("the counters of a business that is being deleted are not compared", async () => {
  const { businessId } = await createSales(0, 3);
  expect(await listWrong()).toEqual([businessId]);
  await db.closedBusinesses.setState(businessId, 1, "closed");
  expect(await listWrong()).toEqual([businessId]);
  await db.closedBusinesses.setState(businessId, 2, "deleting");
  expect(await listWrong()).toEqual([]);
});

test("a closed business is repaired, and a deletion that begins meanwhile does not stop the repair of the others", async () => {
  const [closed, deleted, other] = [await createSales(2, 1), await createSales(2, 1), await createSales(2, 1)];
  await db.closedBusinesses.setState(closed.businessId, 1, "closed");
  const beginsDeletion: Database = {
    ...db,
    async *acrossBusinesses(...read: Parameters<Database["acrossBusinesses"]>) {
      for await (const row of db.acrossBusinesses<never>(...read)) {
        await db.closedBusinesses.setState(deleted.businessId, 1, "deleting");
        yield row;
      }
    },
  };
  expect(await repairCounts(beginsDeletion, source)).toBe(2);
  for (const call of [{ ...closed, allowsClosed: "closed" as const }, other])
    expect(await readTotals(db.scope(call), "", ["sales"])).toEqual({ sales: 2 });
  expect(await listWrong()).toEqual([]);
});

test("a day whose sum is not that of its quarters of an hour is reported, and a total of all time has no quarters", async () => {
  const call = createTestCall();
  const [early, late] = [new Date("2026-11-20T01:00:00Z"), new Date("2026-11-20T23:00:00Z")];
  await db.transaction(call, async (scope) => {
    for (const at of [early, late, null]) scope.count({ subject: "", at, counts: { sales: 0.1, refunds: 2 } });
  });
  const audit = () => listAuditProblems(db, [daySumAudit], call.businessId);
  expect(await audit()).toEqual({ counts: [0], problems: [] });

  const days = db
    .scope(call)
    .collection<{ _id: string; day: Date | null; sums: Record<string, number> }>(dailyCountCollection);
  const [day] = await days.find({ day: { $ne: null } });
  await days.updateOne({ _id: day?._id ?? "" }, { $inc: { "sums.sales": 5 }, $unset: { "sums.refunds": "" } });
  const of = `${day?._id} of ${call.businessId}: `;
  expect(await audit()).toEqual({
    counts: [1],
    problems: ["refunds", "sales"].map((name) => `${of}"${name}" of the day is not the sum of its quarters of an hour`),
  });
});
