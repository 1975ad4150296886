import { describe, expect, test } from "vitest";
import { allUsed, findRule, listAllowances, listTools, requireRules, type Rule } from "./policies.rules.js";
import { createTestRule as rule } from "./testing.js";

const nothingUsed = () => 0;
const call = { tool: "supply_approve_withdrawal", callerId: "key_1", measured: 10 };

describe("a daily allowance", () => {
  const allowance = rule({ dailyAllowance: 60 });

  test.each([
    [50, 10, false],
    [51, 10, true],
    [60, -1, true],
    [60, 0, false],
    [0, 61, true],
    [0, null, false],
  ])("of 60 with %i used asks about %j: %s", (used, measured, asks) => {
    expect(findRule([allowance], { ...call, measured }, () => used) !== undefined).toBe(asks);
  });

  test("that is not used up leaves the decision to the rules after it, and both count what is written", () => {
    const own = rule({ name: "own", callers: ["key_1"], dailyAllowance: 20 });
    const others = rule({ name: "others", callers: ["key_2"], dailyAllowance: 20 });
    const large = rule({ name: "large", atLeast: 10 });
    expect(findRule([own, large], call, nothingUsed)?.name).toBe("large");
    expect(listAllowances([own, others, allowance, large], call).map(({ name }) => name)).toEqual([
      "own",
      "Withdrawals",
    ]);
  });

  test("counts as used up for what is held already", () => {
    expect(findRule([allowance], call, allUsed)).toBe(allowance);
  });
});

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
    expect(findRule([rule({ callers: ["key_2"] })], call, nothingUsed)).toBeUndefined();
    expect(findRule([rule({ callers: ["key_2", "key_1"] })], call, nothingUsed)).toBeDefined();
    expect(findRule([rule()], call, nothingUsed)).toBeDefined();
  });

  test.each([
    [10, 10, true],
    [11, 10, false],
    [10, -12, true],
    [1, null, false],
  ])("from %i on to %j: %s", (atLeast, measured, applies) => {
    expect(findRule([rule({ atLeast })], { ...call, measured }, nothingUsed) !== undefined).toBe(applies);
  });

  test("in its order: the first one counts", () => {
    const [first, second] = [rule({ name: "many", atLeast: 5, needs: "two" }), rule({ name: "all" })];
    expect(findRule([first, second], call, nothingUsed)?.name).toBe("many");
    expect(findRule([second, first], call, nothingUsed)?.name).toBe("all");
  });
});

test.each<[Partial<Rule>, string]>([
  [{ tools: ["supply_list_stocks"] }, "rules[0].tools[0]"],
  [{ tools: ["supply_fly"] }, "rules[0].tools[0]"],
  [{ tools: [] }, "rules[0].tools"],
  [{ tools: ["learning_approve_update_course"], atLeast: 5 }, "rules[0].tools"],
  [{ tools: ["learning_approve_update_course"], dailyAllowance: 5 }, "rules[0].tools"],
  [{ atLeast: 5, dailyAllowance: 5 }, "rules[0].dailyAllowance"],
  [{ tools: [], areas: ["learning"], dailyAllowance: 5 }, "people, certificates"],
])("rules with %j are refused, and the sentence names %s", (given, field) => {
  expect(() => requireRules([rule(given)])).toThrow(field);
  expect(() => requireRules([rule()])).not.toThrow();
});

test("two rules with a daily allowance have different names, because it is counted by the name", () => {
  const one = rule({ dailyAllowance: 5 });
  expect(() => requireRules([one, rule({ dailyAllowance: 6 })])).toThrow("rules[0].name");
  expect(() => requireRules([one, rule()])).not.toThrow();
});
