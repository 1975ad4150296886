import { randomUUID } from "node:crypto";
import { testBackend } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSums } from "./mesh/checks.mjs";

// The last check of `npm run chaos -- mesh`: the reconciliation of every service, on databases without a mesh.

const { mongodbUrl } = testBackend();
const databasePrefix = `sums_${randomUUID().slice(0, 8)}_`;
const services = [
  "accounts",
  "approvals",
  "supply",
  "roulettes",
  "learning",
  "flows",
  "webhooks",
  "analytics",
  "console",
];
let client: MongoClient;
beforeAll(async () => {
  client = await MongoClient.connect(mongodbUrl);
});
afterAll(async () => {
  for (const service of services) await client.db(`${databasePrefix}${service}`).dropDatabase();
  await client.close();
});

test("a stock that its movements do not explain is reported, with the service and the record", async () => {
  expect(await checkSums({ mongodbUrl, databasePrefix })).toEqual([]);
  await client
    .db(`${databasePrefix}supply`)
    .collection<{ _id: string }>("centerStocks")
    .insertOne({
      ...{ _id: "cst_1", businessId: "biz_1", stockId: "stk_1", serviceCenterId: "ctr_1" },
      ...{ currentStock: 5, minStockAlert: 0, criticality: "low", belowAlert: false, rank: 2, fill: 1, movements: 0 },
    });
  const problems = await checkSums({ mongodbUrl, databasePrefix });
  expect(problems).toEqual([expect.stringMatching(/^supply, \d+ problems: .*cst_1/)]);
}, 600_000);
