import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Budget, budgets, storedWithoutCaller } from "./index.js";

const root = join(import.meta.dirname, "../../..");
const all = Object.entries<Budget>(budgets);

test("what a route stores has limits, and every limit is that of a route", () => {
  const stored = Object.values(storedWithoutCaller).flatMap((routes) => Object.values<readonly string[]>(routes));
  expect(stored.filter((names) => names.length === 0)).toEqual([]);
  expect([...new Set(stored.flat())].toSorted()).toEqual(all.map(([name]) => name).toSorted());
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
