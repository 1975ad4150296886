import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../call/call.js";
import { createLogger } from "../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../testing/index.js";
import { type CountSource, findCountDifferences, repairCounts } from "./count-audit.js";
import { readTotals } from "./daily-counts.js";
import type { Database } from "./database.types.js";
import { newId } from "./ids.js";

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
  await db.closedBusinesses.setState(businessId, 1, "leaving");
  expect(await listWrong()).toEqual([businessId]);
  await db.closedBusinesses.setState(businessId, 2, "deleting");
  expect(await listWrong()).toEqual([]);
});

test("a closed business is repaired, and a deletion that begins meanwhile does not stop the repair of the others", async () => {
  const [leaving, deleted, other] = [await createSales(2, 1), await createSales(2, 1), await createSales(2, 1)];
  await db.closedBusinesses.setState(leaving.businessId, 1, "leaving");
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
  for (const call of [{ ...leaving, allowsClosed: "leaving" as const }, other])
    expect(await readTotals(db.scope(call), "", ["sales"])).toEqual({ sales: 2 });
  expect(await listWrong()).toEqual([]);
});
