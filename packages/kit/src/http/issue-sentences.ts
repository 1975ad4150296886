import type { z } from "zod";

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
export function describeIssue(issue: RawIssue): string | undefined {
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
