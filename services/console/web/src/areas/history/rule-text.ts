import { useFormat } from "../../i18n/use-format.js";
import type { Kind, Rule } from "./history.api.js";
import { useHistoryMessages } from "./messages/index.js";

/** A rule in a sentence; without one the history is kept. */
export function useRuleText(): (rule: Rule | undefined) => string {
  const { rules, days } = useHistoryMessages();
  const format = useFormat();
  return (rule) =>
    rule ? rules[rule.mode](`${format.number(rule.days)} ${format.plural(rule.days, days)}`) : rules.keep;
}

/** A kind that these pages do not know yet has the name that the API uses. */
export function useKindName(): (kind: Kind) => string {
  const words: Readonly<Record<string, { name: string }>> = useHistoryMessages().kinds;
  return (kind) => words[kind]?.name ?? kind;
}
