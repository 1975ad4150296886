import type { ErrorCode } from "./error-table.js";

/**
 * Why a value of a request is wrong, by name, with the names of its values. An answer carries rule and values beside the English sentence, and
 * the console has a sentence for each in the language of the person.
 */
export const inputRules = {
  /** For what has no rule of its own. */
  invalid: [],
  required: [],
  blank: [],
  unknown: [],
  type: [],
  one_of: [],
  too_short: ["min"],
  too_long: ["max"],
  too_few: ["min"],
  too_many: ["max"],
  too_small: ["min"],
  too_large: ["max"],
  more_than: ["limit"],
  less_than: ["limit"],
  half_character: [],
  duplicate: [],
  no_change: [],
  nothing_sent: [],
  // Texts of a certain form.
  email: [],
  phone: [],
  phone_characters: [],
  phone_too_short: [],
  url: [],
  https: [],
  url_with_user: [],
  url_with_fragment: [],
  url_port: [],
  slug: [],
  identifier: [],
  domain: [],
  country_code: [],
  currency_code: [],
  date: [],
  time: [],
  time_zone: [],
  ip_address: [],
  no_blanks: [],
  phone_number_id: [],
  template_name: [],
  template_language: [],
  type_name: [],
  // Several values together.
  past: [],
  end_before_start: [],
  too_many_documents: ["max"],
  too_many_days: ["max"],
  too_long_ago: ["max"],
  same_center: [],
  unknown_question: [],
  question_without_choices: [],
  no_answer: [],
  secret_again: [],
} as const satisfies Record<string, readonly string[]>;

export type InputRule = keyof typeof inputRules;

/** One thing that is wrong with a request, for a program: it finds its own words for the rule and the values. */
export interface Problem {
  rule: InputRule | ErrorCode;
  /** The name that the caller uses, such as `gifts[2].value`; absent when the problem is not about one field. */
  field?: string;
  values?: Readonly<Record<string, string | number>>;
}

/** What is wrong with a value: a rule with its values, and the same as a sentence about the field. */
export interface Fault extends Omit<Problem, "field"> {
  sentence: string;
}

export type RuleValues<Rule extends InputRule> = Readonly<Record<(typeof inputRules)[Rule][number], string | number>>;

/** The values, unless the rule has none. */
export type RuleFacts<Rule extends InputRule> = [(typeof inputRules)[Rule][number]] extends [never]
  ? []
  : [values: RuleValues<Rule>];

export function fault<Rule extends InputRule>(rule: Rule, sentence: string, ...[values]: RuleFacts<Rule>): Fault {
  return { rule, sentence, ...(values && { values }) };
}

/** What the patterns of the contract ask for. A pattern stands for the same thing in every schema, so its words stand here once. */
const patterns: ReadonlyMap<string, readonly [rule: InputRule, sentence: string]> = new Map([
  ["^[a-z0-9]+(-[a-z0-9]+)*$", ["slug", "must be words of a-z and 0-9 joined by hyphens, such as summer-sale-2026"]],
  [String.raw`^(\d{4}-\d\d-\d\d)?$`, ["date", "must be a date such as 2026-11-21"]],
  [
    String.raw`^(\d{4}-\d\d-\d\d(T.+)?)?$`,
    ["date", "must be a date such as 2026-11-21 or a time such as 2026-11-21T09:30:00Z"],
  ],
  ["^([A-Z]{3})?$", ["currency_code", "must be an ISO 4217 code such as MXN"]],
  ["^[A-Z]{3}$", ["currency_code", "must be an ISO 4217 code such as MXN"]],
  ["^[A-Z]{2}$", ["country_code", "must be an ISO 3166-1 alpha-2 code such as MX"]],
  [String.raw`^(\*|[a-z]+:(read|write))$`, ["invalid", "must be * or <area>:read or <area>:write"]],
  [String.raw`^[\d\s+.()/-]*$`, ["phone_characters", "consists of digits, blanks and + - . ( ) /"]],
  [
    String.raw`(\D*\d){7}`,
    ["phone_too_short", "has at least seven digits: a shorter number is found in other texts as well"],
  ],
  [String.raw`^\d{5,30}$`, ["phone_number_id", "write the phone number ID of WhatsApp Manager, digits only"]],
  [String.raw`^[\x21-\x7e]+$`, ["no_blanks", "must not have blanks or line ends"]],
  ["^[a-z0-9_]{1,512}$", ["template_name", "write the name of the template, such as verification_code"]],
  ["^[a-z]{2,3}(_[A-Z]{2,3})?$", ["template_language", "write the language of the template, such as es_MX"]],
  [String.raw`^[a-z0-9-]+(\.[a-z0-9-]+)+$`, ["domain", "must be a domain such as example.com"]],
]);

/** @returns undefined for a pattern that has no words, which a test of the contract finds */
export function describePattern(pattern: string): Fault | undefined {
  const [rule, sentence] = patterns.get(pattern) ?? [];
  return rule && sentence ? { rule, sentence } : undefined;
}
