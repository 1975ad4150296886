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

test("a limit that is written out in a form is reported, and one of which the contract says nothing is not", () => {
  const use = "the limit of a field is generated from the contract, in api/limits";
  const page = "services/console/web/src/areas/x/x-dialog.tsx";
  expect(listSecondWays(page, "<TextField\n  maxLength={20_000}\n/>")).toEqual([`${page}:2  ${use}`]);
  expect(listSecondWays(page, "<TextField {...createStock.type} />")).toEqual([]);
  expect(listSecondWays("services/supply/src/x.ts", "const schema = { maxLength: 20 };")).toEqual([]);
});

test("a hook that only repeats an operation is reported, and one with settings is not", () => {
  const use = "a page calls useRecord, useRecords and useChange with the name of the operation";
  const hooks = "services/console/web/src/areas/x/x.api.ts";
  const repeated = 'export const useStock = (id: string) =>\n  useRecord("supply", "getStock", { id });\n';
  expect(listSecondWays(hooks, repeated)).toEqual([`${hooks}:1  ${use}`]);
  const polled = 'export const useRun = (id: string) =>\n  useRecord("flows", "getTestRun", { id }, { refetchMs });\n';
  expect(listSecondWays(hooks, polled)).toEqual([]);
});

test("an address of a route about people that is written out is reported", () => {
  const use = "routes about people are the area console of the client, generated from the contract in api/operations";
  const hooks = "services/console/web/src/areas/x/x.api.ts";
  const text = 'const path = "/v1/console/businesses/{businessId}/members";\n';
  expect(listSecondWays(hooks, text)).toEqual([`${hooks}:1  ${use}`]);
  expect(listSecondWays("services/console/web/src/api/operations/business.ts", text)).toEqual([]);
});

test("this repository has no second way", async () => {
  expect(await findSecondWays()).toEqual([]);
});
