import { expect, test } from "vitest";
import { findSecondWays, listSecondWays } from "./one-way.mjs";

test("the name of a day that is written out is reported with its line, and not in the file of the function", () => {
  const text =
    "const a = 1;\nconst day = at.toISOString().slice(0, 10);\nconst other = new Date(at).toISOString()\n  .slice(0, 10);\n";
  const use = "the name of a day in UTC is toDayName of @tenant-ops/kit/data";
  expect(listSecondWays("services/x/src/days.ts", text)).toEqual([
    `services/x/src/days.ts:2  ${use}`,
    `services/x/src/days.ts:3  ${use}`,
  ]);
  expect(listSecondWays("packages/kit/src/data/time/day-name.ts", text)).toEqual([]);
  expect(listSecondWays("services/x/src/days.ts", "at.toISOString().slice(0, 16)")).toEqual([]);
});

test("this repository has no second way", async () => {
  expect(await findSecondWays()).toEqual([]);
});
