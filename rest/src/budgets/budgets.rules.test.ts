import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Budget, budgets, storedWithoutCaller } from "./index.js";

const root = join(import.meta.dirname, "../../..");
const all = Object.entries<Budget>(budgets);

test("what a route stores has limits, and every limit is that of a route", () => {
  const declared = Object.values(storedWithoutCaller).flatMap((routes) => Object.entries<readonly string[]>(routes));
  const storesNothing = declared.flatMap(([route, names]) => (names.length === 0 ? [route] : []));
  expect(storesNothing.filter((route) => !/^(GET|HEAD) /.test(route))).toEqual([]);
  const stored = declared.flatMap(([, names]) => names);
  expect([...new Set(stored)].toSorted()).toEqual(all.map(([name]) => name).toSorted());
});

test("the alert of a limit has a runbook", () => {
  const alerts = all.flatMap(([, { limits }]) => limits.flatMap(({ alert }) => alert ?? []));
  expect(alerts.filter((alert) => !existsSync(join(root, `docs/runbooks/${alert}.md`)))).toEqual([]);
});

test("what visitors of a business may create together has an alert", () => {
  const together = all.flatMap(([, { limits }]) => limits.filter(({ per }) => per.startsWith("business and")));
  expect(together.length).toBeGreaterThan(3);
  expect(together.filter(({ alert }) => alert === undefined)).toEqual([]);
});
