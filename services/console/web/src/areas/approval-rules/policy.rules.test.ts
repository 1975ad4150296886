import { expect, test } from "vitest";
import type { Rule } from "../approvals/approvals.api.js";
import { findUnit, firstRule, listRuleTools, replaceRule } from "./policy.rules.js";

test("a rule is for the tools of its areas, for those that cannot be undone, and for those that it names, each once", () => {
  expect(listRuleTools(firstRule)).toEqual([]);
  expect(listRuleTools({ ...firstRule, irreversible: true, tools: ["flows_approve_create_flow"] })).toEqual([
    "supply_approve_withdrawal",
    "flows_approve_create_flow",
  ]);
  expect(listRuleTools({ ...firstRule, areas: ["flows"], tools: ["flows_approve_create_flow"] })).toEqual([
    "flows_approve_create_flow",
    "flows_approve_update_flow",
  ]);
});

test("a number has a unit when all tools with a number count the same", () => {
  expect(findUnit(["supply_approve_withdrawal", "flows_approve_create_flow"])).toBe("units");
  expect(findUnit(["supply_approve_withdrawal", "learning_approve_enrollments"])).toBeUndefined();
  expect(findUnit(["flows_approve_create_flow", "a_tool_of_a_newer_server"])).toBeUndefined();
});

test("a rule is replaced where it stands now, and not when somebody has changed or removed it", () => {
  const rule = (name: string): Rule => ({ ...firstRule, name });
  const [a, b, c] = [rule("a"), rule("b"), rule("c")];
  expect(replaceRule([a, b], undefined, c)).toEqual([a, b, c]);
  expect(replaceRule([b, { ...a }], a, c)).toEqual([b, c]);
  expect(replaceRule([b, { ...a, atLeast: 5 }], a, c)).toBeUndefined();
});
