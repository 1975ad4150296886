import { tools } from "@tenant-ops/proto";
import { amountSteps } from "@tenant-ops/rest/analytics";
import { isForCaller, isForNumber, listTools, type Rule } from "./policies.rules.js";

/** The previews of one propose tool for one key or connection on one day. */
export interface CountedPreviews {
  /** Of the business: `2026-11-22`. */
  day: string;
  /** The propose tool. */
  tool: string;
  /** Id of the key or of the connection. */
  key: string;
  previews: number;
  /** How many had a number in a step, by the lowest number of the step; those with 0 are in none. */
  amounts: Readonly<Record<number, number>>;
}

export interface Trial {
  /** Previews of the tools and callers of the rule. */
  previews: number;
  /** How many of them it would have held, at most. */
  asked: number;
}

const writersByProposer = new Map(tools.flatMap(({ name, preview }) => (preview ? [[preview, name]] : [])));
const proposersWithNumber = new Set(tools.flatMap(({ preview, measure }) => (preview && measure ? [preview] : [])));

/** What a rule would have done so far, in a trial. */
interface Tally extends Trial {
  rule: Rule;
  /** Names of its tools. */
  tools: ReadonlySet<string>;
  /** Previews that may use its daily allowance, by day. */
  days: Map<string, Step[]>;
}

/** What each rule would have done with these previews. As in a policy, the first rule that applies to one counts. */
export function countAsked(rules: readonly Rule[], counted: readonly CountedPreviews[]): Trial[] {
  const tallies = rules.map((rule): Tally => {
    const tools = new Set(listTools(rule).map(({ name }) => name));
    return { rule, tools, previews: 0, asked: 0, days: new Map() };
  });
  for (const row of counted) {
    const writer = writersByProposer.get(row.tool) ?? "";
    const own = tallies.filter(({ rule, tools: names }) => names.has(writer) && isForCaller(rule, row.key));
    for (const tally of own) tally.previews += row.previews;
    for (const step of listSteps(row))
      for (const tally of findHolding(own, step)) {
        if (tally.rule.dailyAllowance === null) tally.asked += step.count;
        else tally.days.set(row.day, [...(tally.days.get(row.day) ?? []), step]);
      }
  }
  return tallies.map(({ rule: { dailyAllowance }, previews, asked, days }) => {
    const beyond = [...days.values()].map((steps) => countBeyond(dailyAllowance ?? 0, steps));
    return { previews, asked: beyond.reduce((sum, count) => sum + count, asked) };
  });
}

interface Step {
  /** The lowest number of the step; null where previews have no number. */
  from: number | null;
  /** The lowest number of the next step. */
  below: number;
  count: number;
}

function listSteps({ tool, previews, amounts }: CountedPreviews): Step[] {
  const steps = amountSteps.flatMap(({ from }, index) => {
    const count = amounts[from] ?? 0;
    return count === 0 ? [] : [{ from, below: amountSteps[index + 1]?.from ?? Infinity, count }];
  });
  const rest = previews - steps.reduce((sum, { count }) => sum + count, 0);
  return [{ from: proposersWithNumber.has(tool) ? 0 : null, below: 1, count: rest }, ...steps];
}

/**
 * The rules of which each might have held some number of a step. Another rule applies only from the `atLeast` of a rule on. A rule with a daily allowance
 * may hold a preview or let it through to the next rules.
 */
function findHolding(own: readonly Tally[], { from, below }: Step): Set<Tally> {
  const between = from === null ? [] : own.flatMap(({ rule: { atLeast } }) => atLeast ?? []);
  const numbers = [from, ...between.filter((number) => number > (from ?? 0) && number < below)];
  const isSure = (rule: Rule, number: number | null) => rule.dailyAllowance === null && isForNumber(rule, number, 0);
  return new Set(
    numbers.flatMap((number) => {
      const first = own.findIndex(({ rule }) => isSure(rule, number));
      const reached = first === -1 ? own : own.slice(0, first + 1);
      return reached.filter(({ rule }, index) => index === first || (rule.dailyAllowance !== null && number !== 0));
    }),
  );
}

/** How many previews of a day are beyond the allowance in the least favourable order, when each has the largest number of its step and is written. */
function countBeyond(allowance: number, steps: readonly Step[]): number {
  let [left, beyond] = [allowance, 0];
  for (const { below, count } of steps.toSorted((one, other) => other.below - one.below)) {
    const fitting = beyond > 0 ? 0 : Math.min(count, Math.floor(left / (below - 1)));
    left -= fitting * (below - 1);
    beyond += count - fitting;
  }
  return beyond;
}
