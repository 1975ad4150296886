import type { z } from "zod";
import { describeEntriesLength, describeLoneSurrogate, ProblemList, shorten } from "../errors/problems.js";

type RawIssue = z.core.$ZodRawIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formatSentences: Readonly<Record<string, string>> = {
  email: "must be an e-mail address",
  url: "must be a URL",
  datetime: "must be a time such as 2026-11-21T09:30:00Z",
  date: "must be a date such as 2026-11-21",
};

/** Describes a problem that zod found, in the same words as tools do. Undefined keeps zod's own sentence. */
function describeIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `is required (${nameType(issue.expected)})`
        : `must be ${nameType(issue.expected)}`;
    case "invalid_value":
      return issue.input === undefined
        ? `is required: one of ${issue.values.join(", ")}`
        : `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return describeLowerBound(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case "too_big":
      return describeUpperBound(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case "invalid_format":
      return formatSentences[issue.format];
    default:
      return undefined;
  }
}

function nameType(expected: string): string {
  return typeNames[expected] ?? expected;
}

function describeLowerBound(origin: string, minimum: number, isInclusive: boolean): string {
  if (origin === "string") return minimum === 1 ? "must not be empty" : `must have at least ${minimum} characters`;
  if (origin === "array") return minimum === 1 ? "must not be empty" : `must have at least ${minimum} entries`;
  return isInclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
}

function describeUpperBound(origin: string, maximum: number, isInclusive: boolean): string {
  if (origin === "string") return `must be at most ${maximum} characters`;
  if (origin === "array") return `must have at most ${maximum} entries`;
  return isInclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`;
}

// Larger than anything that a route accepts; the schema of the route has the exact limits.
const entriesMax = 1000;
const namesMax = 100;
const charactersMax = 20_000;

/** Adds lists, objects and texts that are too large, and texts that cannot be stored. It does not search inside values that are too large. */
function findSizeProblems(given: unknown, path: string, problems: ProblemList): void {
  if (problems.isFull) return;
  if (typeof given === "string") {
    const isTooLong = given.length > charactersMax;
    const problem = isTooLong ? `must be at most ${charactersMax} characters` : describeLoneSurrogate(given);
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

type Issue = z.core.$ZodIssue;

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
  const parsed = schema.safeParse(given ?? {}, { error: describeIssue });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    if (problems.isFull) break;
    addIssue(issue, problems);
  }
  problems.throwIfAny();
  // zod reports at least one issue; without one there is no sentence for the caller.
  throw parsed.error;
}

function addIssue(issue: Issue, problems: ProblemList): void {
  const path = issue.path.reduce<string>((parent, step) => joinPath(parent, typeof step === "symbol" ? "" : step), "");
  if (issue.code !== "unrecognized_keys") return problems.add(path, issue.message);
  const inside = path === "" ? "" : `${path}.`;
  for (const name of issue.keys.slice(0, unknownNamesMax)) {
    problems.add(`${inside}${shorten(name, 60)}`, "is not known here");
  }
  const more = issue.keys.length - unknownNamesMax;
  if (more > 0) problems.add(path, `${more} more names are not known here`);
}
