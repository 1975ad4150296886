import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isLongRun } from "@tenant-ops/kit/testing";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { findPromtool } from "../../scripts/lib/backend/binaries.mjs";
import { type AlertCase, findCaseProblem, findRuleProblems } from "../checks/promtool.js";
import { renderTelemetryFiles } from "./prometheus-rule.mjs";
import { readAlerts, ruleFiles, selectRules } from "./rules.js";

const folder = join(import.meta.dirname, "cases");
const cases = Object.assign(
  {},
  ...readdirSync(folder).map((name) => parse(readFileSync(join(folder, name), "utf8")) as object),
) as Record<string, AlertCase[]>;
const names = [...new Set(readAlerts().map(({ alert }) => alert))];

test("every alert has a case in which it fires and one in which it does not, and there is no case for an alert that does not exist", () => {
  expect(Object.keys(cases).sort()).toEqual(names.toSorted());
  const incomplete = Object.entries(cases).filter(
    ([, found]) => !found.some(({ fires }) => fires) || !found.some(({ silent }) => silent),
  );
  expect(incomplete.map(([name]) => name)).toEqual([]);
});

test("the objectives and the PrometheusRule are what `npm run generate` writes", async () => {
  for (const [name, text] of Object.entries(await renderTelemetryFiles()))
    expect(readFileSync(join(import.meta.dirname, "../..", name), "utf8")).toBe(text);
});

const promtool = await findPromtool().catch((error: unknown) => {
  // Without Prometheus's own program nothing can be said about the rules.
  console.log(`Alert rules: NOT TESTED, because there is no promtool: ${String(error)}`);
  return undefined;
});

describe.skipIf(!promtool)("promtool", () => {
  const { path } = promtool ?? { path: "" };

  test("accepts every rule and every annotation", async () => {
    expect(await findRuleProblems(path, ruleFiles)).toBe("");
  });

  // Rules over days are many evaluations, so `npm test` takes every eighth alert.
  test.each(names.filter((_, index) => isLongRun || index % 8 === 0))(
    "%s fires in its cases where it should, and does not fire in the others",
    async (name) => {
      const checks = (cases[name] ?? []).map((found) => findCaseProblem(path, selectRules(name), name, found));
      expect((await Promise.all(checks)).filter(Boolean)).toEqual([]);
    },
  );

  test("a case that does not hold is reported", async () => {
    const series = { 'tenantops_dead_letters{service="supply"}': "0+0x5" };
    const wrong = { fires: "nothing is wrong", at: "5m", series };
    const problem = await findCaseProblem(path, selectRules("TenantOpsDeadLetters"), "TenantOpsDeadLetters", wrong);
    expect(problem).toMatch(/nothing is wrong: .*FAILED/s);
  });
});
