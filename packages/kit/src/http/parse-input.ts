import type { z } from "zod";
import { ProblemList, shorten } from "../errors/problems.js";
import { findSizeProblems, joinPath } from "./input-size.js";
import { describeIssue } from "./issue-sentences.js";

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
