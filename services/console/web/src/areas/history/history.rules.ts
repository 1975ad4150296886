import { setRetention } from "../../api/limits/accounts.js";
import type { Kind, Mode, Retention, Rule, Rules } from "./history.api.js";

/** What a person chooses for a kind. `keep` means that there is no rule. */
export type Choice = "keep" | Mode;

/** The maximum that the server accepts, for every kind. */
export const daysMax = setRetention.rules.spins.days.max;
/** What the form suggests for a kind without a rule. */
const daysSuggested = 365;

/** The initial values of the form: the present rule, or `keep` when the operator does not allow its mode any more. */
export function startForm(
  rule: Rule | undefined,
  { modes, daysMin }: { modes: readonly Mode[]; daysMin: number },
): { choice: Choice; days: number } {
  const choice = rule && modes.includes(rule.mode) ? rule.mode : "keep";
  return { choice, days: rule?.days ?? Math.max(daysSuggested, daysMin) };
}

export const isDays = (days: number | undefined, daysMin: number): days is number =>
  days !== undefined && Number.isInteger(days) && days >= daysMin && days <= daysMax;

/** @returns null for days that the server would refuse; undefined when the history is kept */
export function toRule(choice: Choice, days: number | undefined, daysMin: number): Rule | undefined | null {
  if (choice === "keep") return undefined;
  return isDays(days, daysMin) ? { mode: choice, days } : null;
}

export const isSameRule = (one: Rule | undefined, other: Rule | undefined): boolean =>
  one?.mode === other?.mode && one?.days === other?.days;

/** All rules of the business, with this one for the kind, because the server replaces all of them. */
export function replaceRule(rules: Rules, kind: Kind, rule: Rule | undefined): Rules {
  const { [kind]: _, ...others } = rules;
  return rule ? { ...others, [kind]: rule } : others;
}

/** The kinds whose rule has changed. */
export function listChangedKinds(before: Retention, now: Retention): Kind[] {
  return now.kinds.map(({ kind }) => kind).filter((kind) => !isSameRule(before.rules[kind], now.rules[kind]));
}
