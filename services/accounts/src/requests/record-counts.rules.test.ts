import { expect, test } from "vitest";
import { addCounts, mergeCounts } from "./record-counts.rules.js";

test("counts of a business and of its sandbox are added up, and empty collections are left out", () => {
  const spins = { service: "roulettes", collection: "spins" };
  const counts = [
    { ...spins, records: 2 },
    { ...spins, records: 3 },
    { ...spins, collection: "prizes", records: 0 },
  ];
  expect(addCounts(counts)).toEqual([{ ...spins, records: 5 }]);
});

test("a sum that a service reports again is never smaller than before", () => {
  const spins = { service: "roulettes", collection: "spins" };
  expect(mergeCounts([{ ...spins, records: 5 }], [{ ...spins, records: 2 }])).toEqual([{ ...spins, records: 5 }]);
});
