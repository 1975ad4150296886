import { type Database, dayMs, foldChanges, packDays, toLocalDay } from "@tenant-ops/kit/data";
import { create } from "@bufbuild/protobuf";
import { createTestCall } from "@tenant-ops/kit/testing";
import { type CountedCalls, CountedCallsSchema } from "@tenant-ops/proto/accounts";
import { agentCalls } from "@tenant-ops/rest/analytics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestAccounts } from "../testing.js";
import { countCalls } from "./count-calls.js";

type TestAccounts = Awaited<ReturnType<typeof startTestAccounts>>;
let service: TestAccounts;
let db: Database;
beforeAll(async () => {
  service = await startTestAccounts();
  ({ db } = service.running.context);
});
afterAll(() => service.close());

const tool = "supply_propose_withdrawal";
const startedAt = Date.now();
const counted = (counts: Record<string, number>, given: Partial<CountedCalls> & { daysAgo?: number } = {}) => {
  const { daysAgo = 0, ...values } = given;
  const at = new Date(startedAt - daysAgo * dayMs).toISOString();
  return create(CountedCallsSchema, { tool, key: "key_1", client: "claude", errorCode: "ok", at, counts, ...values });
};
let batches = 0;
const store = (businessId: string, rows: CountedCalls[]) =>
  countCalls(
    db,
    { ...createTestCall(businessId), idempotencyKey: `batch:${(batches += 1)}`, requestDigest: () => "" },
    rows,
  );

test("counts the previews of the last days by day, tool and key, packed or not, with the steps of their numbers", async () => {
  const tenant = service.newTenant();
  await store(tenant.businessId, [
    counted({ calls: 2, amountFrom50: 2 }, { daysAgo: 5 }),
    counted({ calls: 1, amountFrom50: 1 }, { daysAgo: 3, client: "curl" }),
    counted({ calls: 9, amountFrom50: 9 }, { daysAgo: 8 }),
  ]);
  await foldChanges(db);
  await packDays(db, [agentCalls], new Date());
  await store(tenant.businessId, [
    counted({ calls: 3, amountFrom50: 1, amountFrom500: 1 }),
    counted({ calls: 4, refused: 4 }, { errorCode: "insufficient_stock" }),
    counted({ calls: 1 }, { key: "con_1", tool: "flows_propose_create_flow" }),
    counted({ calls: 5, amountFrom5: 5 }, { key: "console" }),
    counted({ calls: 6, writes: 6 }, { tool: "supply_approve_withdrawal" }),
    counted({ calls: 7 }, { tool: "other", key: "other" }),
  ]);
  const { rows } = await tenant.rpc.countPreviews({ days: 7 });
  const ofTool = rows.filter((row) => row.tool === tool && row.key === "key_1");
  const day = (daysAgo: number) => toLocalDay(new Date(startedAt - daysAgo * dayMs), "America/Mexico_City");
  expect(ofTool.map((row) => ({ day: row.day, previews: row.previews, amounts: row.amounts }))).toEqual([
    { day: day(5), previews: 2, amounts: { 50: 2 } },
    { day: day(3), previews: 1, amounts: { 50: 1 } },
    { day: day(0), previews: 3, amounts: { 50: 1, 500: 1 } },
  ]);
  expect(rows.filter((row) => !ofTool.includes(row))).toEqual([
    expect.objectContaining({ tool: "flows_propose_create_flow", key: "con_1", previews: 1, amounts: {} }),
  ]);
});

test("another business sees none of them", async () => {
  await store(service.newTenant().businessId, [counted({ calls: 1, amountFrom1: 1 })]);
  expect((await service.newTenant().rpc.countPreviews({ days: 7 })).rows).toEqual([]);
});
