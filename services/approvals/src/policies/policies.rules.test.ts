import { describe, expect, test } from "vitest";
import { findRule, listTools, requireRules, type Rule } from "./policies.rules.js";

const rule = (given: Partial<Rule> = {}): Rule => ({
  ...{ name: "Withdrawals", tools: ["supply_approve_withdrawal"], areas: [], irreversible: false },
  ...{ callers: [], atLeast: null, needs: "one", lapsesAfterHours: 24 },
  ...given,
});
const call = { tool: "supply_approve_withdrawal", callerId: "key_1", measured: 10 };

describe("a rule applies", () => {
  test("to the tools that it names, those of its areas, and those that nothing undoes", () => {
    const names = (given: Partial<Rule>) => listTools(rule({ tools: [], ...given })).map(({ name }) => name);
    expect(names({ tools: ["supply_approve_withdrawal"] })).toEqual(["supply_approve_withdrawal"]);
    expect(names({ irreversible: true })).toEqual(["supply_approve_withdrawal"]);
    const ofFlows = names({ areas: ["flows"] });
    expect(ofFlows).toContain("flows_approve_update_flow");
    expect(ofFlows.every((name) => name.startsWith("flows_"))).toBe(true);
  });

  test("to its callers only, and to all when it names none", () => {
    expect(findRule([rule({ callers: ["key_2"] })], call)).toBeUndefined();
    expect(findRule([rule({ callers: ["key_2", "key_1"] })], call)).toBeDefined();
    expect(findRule([rule()], call)).toBeDefined();
  });

  test.each([
    [10, 10, true],
    [11, 10, false],
    [10, -12, true],
    [1, null, false],
  ])("from %i on to %j: %s", (atLeast, measured, applies) => {
    expect(findRule([rule({ atLeast })], { ...call, measured }) !== undefined).toBe(applies);
  });

  test("in its order: the first one counts", () => {
    const [first, second] = [rule({ name: "many", atLeast: 5, needs: "two" }), rule({ name: "all" })];
    expect(findRule([first, second], call)?.name).toBe("many");
    expect(findRule([second, first], call)?.name).toBe("all");
  });
});

test.each<[Partial<Rule>, string]>([
  [{ tools: ["supply_list_stocks"] }, "rules[0].tools[0]"],
  [{ tools: ["supply_fly"] }, "rules[0].tools[0]"],
  [{ tools: [] }, "rules[0].tools"],
  [{ tools: ["learning_approve_update_course"], atLeast: 5 }, "rules[0].tools"],
])("rules with %j are refused, and the sentence names %s", (given, field) => {
  expect(() => requireRules([rule(given)])).toThrow(field);
  expect(() => requireRules([rule()])).not.toThrow();
});
