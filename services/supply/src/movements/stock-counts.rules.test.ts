import { stock } from "@tenant-ops/rest/analytics";
import fc from "fast-check";
import { expect, test } from "vitest";
import { movementReasons } from "./movements.store.js";
import { stockCounts, toStockCounts } from "./stock-counts.rules.js";

test.each([
  ["initial", 5, { held: 5, received: 5 }],
  ["receiving", 3, { held: 3, received: 3 }],
  ["withdrawal", -2, { held: -2, handedOut: 2 }],
  ["transfer", 4, { held: 4, movedIn: 4 }],
  ["transfer", -4, { held: -4, movedOut: 4 }],
  ["count", 1, { held: 1, found: 1 }],
  ["count", -1, { held: -1, lost: 1 }],
  ["count", 0, {}],
  ["initial", 0, {}],
] as const)("%s of %i units is counted by its reason", (reason, delta, counts) =>
  expect(toStockCounts({ reason, delta })).toEqual(counts),
);

test("what came, without what went, is what is held", () => {
  const row = fc.record({ reason: fc.constantFrom(...movementReasons), delta: fc.integer({ min: -99, max: 99 }) });
  const counters = Object.keys(stockCounts);
  expect(counters.toSorted()).toEqual([...stock.counters].toSorted());
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const counts = rows
        // Of the other reasons, every row has the sign of its reason.
        .filter(
          ({ reason, delta }) => ["transfer", "count"].includes(reason) || (reason === "withdrawal") === delta < 0,
        )
        .map(toStockCounts);
      const sum = (name: string) => counts.reduce((total, one) => total + (one[name] ?? 0), 0);
      const came = sum("received") + sum("found") + sum("movedIn");
      expect(came - sum("handedOut") - sum("lost") - sum("movedOut")).toBe(sum("held"));
    }),
  );
});
