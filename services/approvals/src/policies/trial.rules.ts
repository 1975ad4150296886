import { tools } from "@tenant-ops/proto";
import { amountSteps } from "@tenant-ops/rest/analytics";
import { isForCaller, isForNumber, listTools, type Rule } from "./policies.rules.js";

/** The previews of one propose tool for one key or connection. */
export interface CountedPreviews {
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

/** What each rule would have done with these previews. As in a policy, the first rule that applies to one counts. */
export function countAsked(rules: readonly Rule[], counted: readonly CountedPreviews[]): Trial[] {
  const trials = new Map(rules.map((rule) => [rule, { previews: 0, asked: 0 }]));
  const add = (rule: Rule | undefined, { previews = 0, asked = 0 }: Partial<Trial>) => {
    const trial = rule && trials.get(rule);
    if (!trial) return;
    trial.previews += previews;
    trial.asked += asked;
  };
  const named = rules.map((rule) => ({ rule, names: new Set(listTools(rule).map(({ name }) => name)) }));
  for (const row of counted) {
    const writer = writersByProposer.get(row.tool) ?? "";
    const own = named.flatMap(({ rule, names }) => (names.has(writer) && isForCaller(rule, row.key) ? [rule] : []));
    for (const rule of own) add(rule, { previews: row.previews });
    for (const { from, below, count } of listSteps(row))
      for (const rule of findRules(own, from, below)) add(rule, { asked: count });
  }
  return [...trials.values()];
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

/** The rules of which each would have held some number of a step. Another rule applies only from the `atLeast` of a rule on. */
function findRules(rules: readonly Rule[], from: number | null, below: number): Set<Rule> {
  const between = from === null ? [] : rules.flatMap(({ atLeast }) => atLeast ?? []);
  const numbers = [from, ...between.filter((number) => number > (from ?? 0) && number < below)];
  return new Set(numbers.flatMap((number) => rules.find((rule) => isForNumber(rule, number)) ?? []));
}
