import type * as z from "zod";
import { describePattern, type Fault, fault, type InputRule } from "../errors/input-rules.js";
import { describeEntriesLength, describeLoneSurrogate, describeTextLength, ProblemList } from "../errors/problems.js";
import { shorten } from "../texts/cut-text.js";

type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Readonly<Record<string, Fault>> = {
  email: fault("email", "must be an e-mail address"),
  url: fault("url", "must be a URL"),
  datetime: fault("time", "must be a time such as 2026-11-21T09:30:00Z"),
  date: fault("date", "must be a date such as 2026-11-21"),
};

/** Describes a problem that zod found, in the same words as tools do. Undefined keeps the sentence of zod or of the schema. */
function describeIssue(issue: RawIssue | Issue): Fault | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? fault("required", `is required (${nameType(issue.expected)})`)
        : fault("type", `must be ${nameType(issue.expected)}`);
    case "invalid_value": {
      const allowed = issue.values.join(", ");
      return issue.input === undefined
        ? fault("required", `is required: one of ${allowed}`)
        : fault("one_of", `must be one of ${allowed}`);
    }
    case "too_small":
      return describeLowerBound(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case "too_big":
      return describeUpperBound(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case "invalid_format":
      return "pattern" in issue && issue.format === "regex"
        ? describePattern(stripSlashes(String(issue.pattern)))
        : formats[issue.format];
    default:
      return undefined;
  }
}

/** zod names a pattern as it stands in the source: `/^a$/`. */
const stripSlashes = (pattern: string): string => pattern.replace(/^\/(.*)\/\w*$/s, "$1").replaceAll("\\/", "/");

function nameType(expected: string): string {
  return typeNames[expected] ?? expected;
}

function describeLowerBound(origin: string, min: number, isInclusive: boolean): Fault {
  if (min === 1 && (origin === "string" || origin === "array")) return fault("required", "must not be empty");
  if (origin === "string") return fault("too_short", `must have at least ${min} characters`, { min });
  if (origin === "array") return fault("too_few", `must have at least ${min} entries`, { min });
  return isInclusive
    ? fault("too_small", `must be at least ${min}`, { min })
    : fault("more_than", `must be more than ${min}`, { limit: min });
}

function describeUpperBound(origin: string, max: number, isInclusive: boolean): Fault {
  if (origin === "string") return fault("too_long", `must be at most ${max} characters`, { max });
  if (origin === "array") return fault("too_many", `must have at most ${max} entries`, { max });
  return isInclusive
    ? fault("too_large", `must be at most ${max}`, { max })
    : fault("less_than", `must be less than ${max}`, { limit: max });
}

// Larger than anything that a route accepts; the schema of the route has the exact limits.
const entriesMax = 1000;
const namesMax = 100;
const charactersMax = 20_000;

/** Adds lists, objects and texts that are too large, and texts that cannot be stored. It does not search inside values that are too large. */
function findSizeProblems(given: unknown, path: string, problems: ProblemList): void {
  if (problems.isFull) return;
  if (typeof given === "string") {
    const problem = describeTextLength(charactersMax, given) ?? describeLoneSurrogate(given);
    if (problem) problems.add(path, problem);
  } else if (Array.isArray(given)) {
    const tooLong = describeEntriesLength(entriesMax, given.length);
    if (tooLong) return problems.add(path, tooLong);
    given.forEach((entry: unknown, index) => findSizeProblems(entry, joinPath(path, index), problems));
  } else if (typeof given === "object" && given !== null) {
    findObjectSizeProblems(given, path, problems);
  }
}

function findObjectSizeProblems(given: object, path: string, problems: ProblemList): void {
  const names = Object.keys(given);
  if (names.length > namesMax) {
    problems.add(path, `must have at most ${namesMax} names, not ${names.length}`);
    return;
  }
  for (const name of names) {
    findSizeProblems(Reflect.get(given, name), joinPath(path, name), problems);
  }
}

/** `gifts[2].value`: how refusals name a field. */
function joinPath(path: string, step: string | number): string {
  if (typeof step === "number") return `${path}[${step}]`;
  const name = shorten(step, 60);
  return path === "" ? name : `${path}.${name}`;
}

/** Unknown names that are listed one by one; the others are counted. */
const unknownNamesMax = 5;

/** What an input is called in a refusal. Fields of the body go by their name alone. */
export type InputKind = "body" | "query parameter" | "path parameter";

/**
 * Parses the body, the query or the parameters of the path. Sizes are checked first, because zod checks every entry of a list that is too long.
 * @throws Refusal invalid_argument that names every wrong field, up to 20
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  kind: InputKind = "body",
): z.infer<Schema> {
  const problems = kind === "body" ? new ProblemList() : new ProblemList(`${kind} `);
  findSizeProblems(given, "", problems);
  problems.throwIfAny();
  const parsed = schema.safeParse(given ?? {}, {
    error: (issue) => describeIssue(issue)?.sentence,
    // Without the input, an issue does not say whether the value is missing.
    reportInput: true,
  });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    if (problems.isFull) break;
    addIssue(issue, problems);
  }
  problems.throwIfAny();
  // zod reports at least one issue; without one there is no sentence for the caller.
  throw parsed.error;
}

/** For `refine` of a schema: what its refusal says. */
export const failsAs = (rule: InputRule, error: string) => ({ error, params: { rule } });

/** The rule of an issue, with the sentence that zod or the schema has given it. */
function nameFault(issue: Issue): Fault {
  const named = issue.code === "custom" ? (issue.params?.["rule"] as InputRule | undefined) : undefined;
  return { ...(describeIssue(issue) ?? { rule: named ?? "invalid" }), sentence: issue.message };
}

function addIssue(issue: Issue, problems: ProblemList): void {
  const path = issue.path.reduce<string>((parent, step) => joinPath(parent, typeof step === "symbol" ? "" : step), "");
  if (issue.code !== "unrecognized_keys") return problems.add(path, nameFault(issue));
  const inside = path === "" ? "" : `${path}.`;
  for (const name of issue.keys.slice(0, unknownNamesMax)) {
    problems.add(`${inside}${shorten(name, 60)}`, fault("unknown", "is not known here"));
  }
  const more = issue.keys.length - unknownNamesMax;
  if (more > 0) problems.add(path, `${more} more names are not known here`);
}
