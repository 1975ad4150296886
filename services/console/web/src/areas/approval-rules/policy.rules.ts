import type { Rule } from "../approvals/approvals.api.js";
import { isSame } from "../approvals/preview.rules.js";
import { findTool, toolNames, type Unit, writingTools } from "./tools.rules.js";

export const rulesMax = 20;

export const firstRule: Rule = {
  ...{ name: "", tools: [], areas: [], irreversible: false, callers: [] },
  ...{ atLeast: null, dailyAllowance: null },
  ...{ needs: "one", lapsesAfterHours: 24 },
};

/** What a rule is for, tool by tool. */
export function listRuleTools({
  tools,
  areas,
  irreversible,
}: Pick<Rule, "tools" | "areas" | "irreversible">): string[] {
  const chosen: ReadonlySet<string> = new Set([...tools, ...areas]);
  return toolNames.filter((name) => {
    const tool = findTool(name);
    return chosen.has(name) || chosen.has(writingTools[name].area) || (irreversible && tool?.irreversible === true);
  });
}

/** The unit of the number of these tools; none when they have none, or several. */
export function findUnit(tools: readonly string[]): Unit | undefined {
  const units = new Set(tools.flatMap((name) => findTool(name)?.unit ?? []));
  const [unit] = units;
  return units.size === 1 ? unit : undefined;
}

export const hasNumber = (tool: string): boolean => findTool(tool)?.unit !== undefined;

/** Exactly this rule, wherever it stands now; undefined when somebody has changed or removed it. */
export function replaceRule(rules: readonly Rule[], rule: Rule | undefined, next: Rule): Rule[] | undefined {
  if (!rule) return [...rules, next];
  const index = rules.findIndex((one) => isSame(one, rule));
  return index < 0 ? undefined : rules.with(index, next);
}
