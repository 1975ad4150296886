import type { ErrorCode, ErrorValues, inputRules, InputRule } from "@tenant-ops/kit/errors";
import type { TenantOpsError } from "@tenant-ops/client/session";

/** Numbers arrive in the sentence as the language writes them. */
type Sentence<Names extends PropertyKey> = [Names] extends [never]
  ? string
  : (values: Readonly<Record<Names, string>>) => string;

/** A sentence for each code and rule that an answer of a service can have: a missing one is an error of the compiler. */
export interface RefusalWords {
  codes: {
    readonly [Code in ErrorCode]: Sentence<keyof ErrorValues<Code>>;
  } & Readonly<Record<"connection_failed" | "timeout", string>>;
  rules: { readonly [Rule in InputRule]: Sentence<(typeof inputRules)[Rule][number]> };
}

/** A function takes the values that services send with its rule. */
type AnySentence = string | ((values: never) => string);

/** Fields of the request and what is wrong with each. */
export type FieldErrors = Readonly<Record<string, string>>;

/** @returns the sentences of a refusal, each once; none for a code of a newer server */
export function describeRefusal(error: TenantOpsError, words: RefusalWords, language: string): string[] {
  const ofCode = describeProblem({ rule: error.code }, words, language);
  const named = error.problems.flatMap((problem) => describeProblem(problem, words, language) ?? []);
  return [...new Set(named.length > 0 || !ofCode ? named : [ofCode])];
}

/** What is wrong at each field that a refusal names. A field of a list, `scopes[0]`, belongs to the input of the list. */
export function findFieldErrors(error: TenantOpsError, words: RefusalWords, language: string): FieldErrors {
  const found: Record<string, string> = {};
  for (const problem of error.problems) {
    const [name] = /^[A-Za-z_]\w*/.exec(problem.field ?? "") ?? [];
    const sentence = describeProblem(problem, words, language);
    if (name && sentence) found[name] ??= sentence;
  }
  return found;
}

function describeProblem(
  { rule, values = {} }: { rule: string; values?: TenantOpsError["problems"][number]["values"] },
  words: RefusalWords,
  language: string,
): string | undefined {
  const sentences: Readonly<Record<string, AnySentence>> = { ...words.codes, ...words.rules };
  const sentence = Object.hasOwn(sentences, rule) ? sentences[rule] : undefined;
  if (typeof sentence !== "function") return sentence;
  // An older server, or an erased record: without its values the sentence says nothing.
  if (Object.keys(values).length === 0) return undefined;
  const number = new Intl.NumberFormat(language);
  const written = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number" ? number.format(value) : value,
  ]);
  return sentence(Object.fromEntries(written) as never);
}
