import { tools } from "@tenant-ops/proto";
import { amountSteps } from "@tenant-ops/rest/analytics";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findRule, listTools, type Rule } from "./policies.rules.js";
import { createTestRule as createRule } from "./testing.js";
import { type CountedPreviews, countAsked } from "./trial.rules.js";

/** Previews of withdrawals. */
const createCounted = (amounts: Record<number, number>, given: Partial<CountedPreviews> = {}): CountedPreviews => ({
  ...{ day: "2026-11-22", tool: "supply_propose_withdrawal", key: "key_1", amounts },
  previews: Object.values(amounts).reduce((sum, count) => sum + count, 0),
  ...given,
});
const counted = createCounted({ 5: 3, 20: 10, 50: 4, 100: 2 });

test.each([
  ["always", null, 19],
  ["from the lowest number of a step", 50, 6],
  ["from a number within a step, of which all are counted", 21, 16],
  ["from the highest number of a step", 99, 6],
  ["from a number above all", 201, 0],
])("a rule that asks %s", (_, atLeast, asked) =>
  expect(countAsked([createRule({ atLeast })], [counted])).toEqual([{ previews: 19, asked }]),
);

test("the first rule that applies counts; a step that lies on both sides of its number counts for it and for the next one", () => {
  const rules = [createRule({ atLeast: 100 }), createRule({ atLeast: 60 }), createRule({}), createRule({})];
  expect(countAsked(rules, [counted]).map(({ asked }) => asked)).toEqual([2, 4, 17, 0]);
});

test("previews of other callers and of other tools are not counted, nor are writes", () => {
  const rows = [
    createCounted({ 5: 1 }),
    createCounted({ 5: 1 }, { key: "key_2" }),
    createCounted({ 5: 1 }, { tool: "supply_propose_transfer_stock" }),
    createCounted({ 5: 1 }, { tool: "supply_approve_withdrawal" }),
  ];
  const rules = [createRule({ callers: ["key_2"] }), createRule({ callers: ["key_3"] }), createRule({})];
  expect(countAsked(rules, rows)).toEqual([
    { previews: 1, asked: 1 },
    { previews: 0, asked: 0 },
    { previews: 2, asked: 1 },
  ]);
});

test("previews without a number, or with 0, are held only by a rule that asks always", () => {
  const ofFlow = { day: "2026-11-22", tool: "flows_propose_create_flow", key: "key_1", previews: 4, amounts: {} };
  const rows = [ofFlow, createCounted({}, { previews: 2 })];
  const area = { tools: [], areas: ["supply", "flows"] as Rule["areas"] };
  expect(countAsked([createRule({ ...area, atLeast: 1 })], rows)).toEqual([{ previews: 2, asked: 0 }]);
  expect(countAsked([createRule(area)], rows)).toEqual([{ previews: 6, asked: 6 }]);
});

test("a rule is never said to ask less often than it would have, and exactly as often when all numbers begin a step", () => {
  const writers = tools.filter(({ isWrite }) => isWrite);
  const keys = ["key_1", "key_2"];
  const starts = amountSteps.map(({ from }) => from);
  const preview = fc.record({
    writer: fc.constantFrom(...writers),
    key: fc.constantFrom(...keys),
    number: fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer()),
  });
  const rule = (atLeast: fc.Arbitrary<number>) =>
    fc
      .record({
        tools: fc.subarray(writers.map(({ name }) => name)),
        callers: fc.subarray(keys),
        atLeast: fc.option(atLeast),
      })
      .map(createRule);
  const run = (
    rules: readonly Rule[],
    previews: readonly { writer: (typeof writers)[number]; key: string; number: number }[],
  ) => {
    const rows = previews.map(({ writer, key, number }): CountedPreviews => {
      const step = writer.measure && starts.findLast((from) => from <= Math.abs(number));
      return {
        day: "2026-11-22",
        tool: writer.preview ?? "",
        key,
        previews: 1,
        amounts: step === undefined ? {} : { [step]: 1 },
      };
    });
    const held = previews.map(({ writer, key: callerId, number }) =>
      findRule(rules, { tool: writer.name, callerId, measured: writer.measure ? number : null }, () => 0),
    );
    const exact = rules.map((one) => ({
      previews: previews.filter(
        ({ writer, key }) => listTools(one).includes(writer) && (one.callers.length === 0 || one.callers.includes(key)),
      ).length,
      asked: held.filter((by) => by === one).length,
    }));
    return { trials: countAsked(rules, rows), exact };
  };
  const previews = fc.array(preview, { maxLength: 50 });
  fc.assert(
    fc.property(fc.array(rule(fc.constantFrom(...starts)), { maxLength: 5 }), previews, (rules, some) => {
      const { trials, exact } = run(rules, some);
      expect(trials).toEqual(exact);
    }),
  );
  fc.assert(
    fc.property(fc.array(rule(fc.integer({ min: 1, max: 300 })), { maxLength: 5 }), previews, (rules, some) => {
      const { trials, exact } = run(rules, some);
      for (const [index, { previews: all, asked }] of trials.entries()) {
        expect(all).toBe(exact[index]?.previews);
        expect(asked).toBeGreaterThanOrEqual(exact[index]?.asked ?? 0);
        expect(asked).toBeLessThanOrEqual(all);
      }
    }),
  );
});

test.each([
  ["nothing while the largest numbers of a day fit", 2000, 0],
  ["what does not fit beside the largest ones", 300, 18],
  ["everything when the largest one alone does not fit", 150, 19],
])("a daily allowance asks about %s", (_, dailyAllowance, asked) => {
  expect(countAsked([createRule({ dailyAllowance })], [counted])).toEqual([{ previews: 19, asked }]);
});

test("a daily allowance starts again each day, is used by all callers together, and leaves the rest to the next rules", () => {
  const rules = [createRule({ dailyAllowance: 100 }), createRule({ atLeast: 50 })];
  const of = (day: string, key: string) => createCounted({ 50: 1 }, { day, key });
  const days = [of("2026-11-22", "key_1"), of("2026-11-23", "key_1")];
  expect(countAsked(rules, days)).toEqual([
    { previews: 2, asked: 0 },
    { previews: 2, asked: 2 },
  ]);
  expect(countAsked(rules, [...days, of("2026-11-23", "key_2")])[0]).toEqual({ previews: 3, asked: 1 });
});

test("a daily allowance is never said to ask less often than it would have, whatever the order", () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 40 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 1000 }), (given, dailyAllowance) => {
      const rule = createRule({ dailyAllowance });
      let [used, asked] = [0, 0];
      for (const measured of given) {
        const holds = findRule([rule], { tool: "supply_approve_withdrawal", callerId: "key_1", measured }, () => used);
        if (holds) asked += 1;
        else used += measured;
      }
      const starts = amountSteps.map(({ from }) => from);
      const rows = given.map((number) => {
        const step = starts.findLast((from) => from <= number);
        return createCounted(step === undefined ? {} : { [step]: 1 }, { previews: 1 });
      });
      expect(countAsked([rule], rows)[0]?.asked ?? 0).toBeGreaterThanOrEqual(asked);
    }),
  );
});
