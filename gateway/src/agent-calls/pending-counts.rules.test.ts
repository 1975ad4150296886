import fc from "fast-check";
import { expect, test } from "vitest";
import { businessesMax, clientsMax, combinationsMax, type PendingBatch, PendingCounts } from "./pending-counts.js";

const values = (given: object = {}) => ({ tool: "t", key: "k", client: "c", error_code: "ok", ...given });
const noon = Date.UTC(2026, 10, 28, 12);
const dayMs = 86_400_000;
const sum = (batches: readonly PendingBatch[]) =>
  batches.flatMap(({ rows }) => rows).reduce((total, { counts }) => total + (counts["calls"] ?? 0), 0);

test("calls of the same combination and quarter of an hour are one row; a batch that is not stored comes again, unchanged", () => {
  const pending = new PendingCounts();
  for (const minute of [0, 14, 15]) pending.add("biz_1", values(), noon + minute * 60_000, { calls: 1, writes: 1 });
  const [batch] = pending.take();
  expect(batch?.rows).toEqual([
    { values: values(), at: new Date(noon), counts: { calls: 2, writes: 2 } },
    { values: values(), at: new Date(noon + 900_000), counts: { calls: 1, writes: 1 } },
  ]);
  pending.add("biz_1", values(), noon, { calls: 1 });
  expect(pending.take()).toEqual([batch]);
  pending.remove(batch!);
  const [next] = pending.take();
  expect(next?.rows).toEqual([{ values: values(), at: new Date(noon), counts: { calls: 1 } }]);
  expect(next?.id).not.toBe(batch?.id);
});

test("beyond the names of clients of a day, and beyond the combinations of a round, calls are counted under other", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ client: fc.nat(200), tool: fc.nat(60), day: fc.nat(1) }), { minLength: 1, maxLength: 2000 }),
      (calls) => {
        const pending = new PendingCounts();
        for (const { client, tool, day } of calls)
          pending.add("biz_1", values({ client: `c${client}`, tool: `t${tool}` }), noon + day * dayMs, { calls: 1 });
        const batches = pending.take();
        expect(sum(batches)).toBe(calls.length);
        const [rows, at] = [batches[0]!.rows, (row: { at: Date }) => row.at.getTime()];
        // One row of others for each quarter of an hour.
        expect(rows.length).toBeLessThanOrEqual(combinationsMax + 2);
        const clients = new Set(rows.map((row) => row.values.client).filter((name) => name !== "other"));
        expect(clients.size).toBeLessThanOrEqual(2 * clientsMax);
        expect(new Set(rows.map((row) => JSON.stringify([row.values, at(row)]))).size).toBe(rows.length);
      },
    ),
  );
});

test("businesses beyond the bound are not counted, and how many calls that were is known", () => {
  const pending = new PendingCounts();
  for (let number = 0; number < businessesMax + 3; number += 1)
    pending.add(`biz_${number}`, values(), noon, { calls: 1 });
  expect(pending.takeLost()).toBe(3);
  expect(pending.takeLost()).toBe(0);
  expect(sum(pending.take())).toBe(businessesMax);
});
