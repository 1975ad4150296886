import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Kind, Rule } from "./history.api.js";

/** A rule in a sentence; without one the history is kept. */
export function useRuleText(): (rule: Rule | undefined) => string {
  const { rules, days } = useMessages("history");
  const format = useFormat();
  return (rule) => (rule ? rules[rule.mode](format.counted(rule.days, days)) : rules.keep);
}

/** A kind that these pages do not know yet has the name that the API uses. */
export function useKindName(): (kind: Kind) => string {
  const words: Readonly<Record<string, { name: string }>> = useMessages("history").kinds;
  return (kind) => words[kind]?.name ?? kind;
}
