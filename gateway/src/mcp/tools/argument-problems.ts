import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import {
  describeEntriesLength,
  describeLoneSurrogate,
  describeTextLength,
  type Fault,
  fault,
  type ProblemList,
  quote,
} from "@tenant-ops/kit/errors";
import { shorten } from "@tenant-ops/kit/texts";
import { isObject } from "../json.js";
import { type FieldPlan, getObjectPlan, type MessagePlan, type ValueKind } from "./argument-plans.js";

const int32Max = 2 ** 31;
/**
 * Names that hosts add to the arguments of every tool, whatever its schema says; they are ignored where the tool has no such argument. Sources:
 * `toolCallId` n8n-io/n8n#21716, `task_progress` cline/cline#9684.
 */
export const hostArgumentNames: ReadonlySet<string> = new Set(["toolCallId", "task_progress"]);
/** Unknown names that are listed one by one; the others are counted. */
const unknownNamesMax = 5;
const nameCharactersMax = 60;
const descriptionCharactersMax = 160;

const valueNames: Record<ValueKind, string> = {
  text: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
};

/** Replaces an entry of a list that has a problem, so that the entries after it keep their index. */
const emptyValues: Record<ValueKind, JsonValue> = { text: "", integer: 0, number: 0, boolean: false, object: {} };

/**
 * Finds wrong names, types and lengths, lengths first: a value that is too long is not searched. The search ends when the list of problems is full.
 * @returns the values without a problem; `null`, which means absent, is left out
 */
export function collectObjectProblems(
  plan: MessagePlan,
  given: JsonObject,
  path: string,
  problems: ProblemList,
): JsonObject {
  addUnknownNames(plan, given, path, problems);
  const valid: JsonObject = {};
  for (const field of plan.values()) {
    if (problems.isFull) break;
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    const fieldPath = `${path}${field.name}`;
    if (value !== undefined && value !== null) {
      const validValue = collectFieldProblems(field, value, fieldPath, problems);
      if (validValue !== undefined) valid[field.name] = validValue;
    } else if (field.isRequired) {
      problems.add(fieldPath, fault("required", `is required (${describeField(field)})`));
    }
  }
  return valid;
}

function addUnknownNames(plan: MessagePlan, given: JsonObject, path: string, problems: ProblemList): void {
  const isIgnored = (name: string) => path === "" && hostArgumentNames.has(name);
  const unknown = Object.keys(given).filter((name) => !plan.has(name) && !isIgnored(name));
  if (unknown.length === 0) return;
  const listed = unknown.slice(0, unknownNamesMax);
  const known = `known are ${[...plan.keys()].join(", ") || "none"}`;
  const more = unknown.length > listed.length ? `; so are ${unknown.length - listed.length} more names` : "";
  listed.forEach((name, index) => {
    const isLast = index === listed.length - 1;
    const sentence = isLast ? `is not known here${more}; ${known}` : "is not known here";
    problems.add(`${path}${shorten(name, nameCharactersMax)}`, fault("unknown", sentence));
  });
}

function collectFieldProblems(
  field: FieldPlan,
  value: JsonValue,
  path: string,
  problems: ProblemList,
): JsonValue | undefined {
  if (!field.isList) return collectValueProblems(field, value, path, problems);
  if (!Array.isArray(value)) {
    problems.add(path, fault("type", `expected a list, got ${describeValue(value)}`));
    return undefined;
  }
  const tooLong = describeEntriesLength(field.limits.entriesMax, value.length);
  if (tooLong) {
    problems.add(path, tooLong);
    return undefined;
  }
  const valid: JsonValue[] = [];
  for (const [index, entry] of value.entries()) {
    if (problems.isFull) break;
    valid.push(collectValueProblems(field, entry, `${path}[${index}]`, problems) ?? emptyValues[field.kind]);
  }
  return valid;
}

function collectValueProblems(
  field: FieldPlan,
  value: JsonValue,
  path: string,
  problems: ProblemList,
): JsonValue | undefined {
  const problem = findValueProblem(field, value);
  if (problem) {
    problems.add(path, problem);
    return undefined;
  }
  return field.message && isObject(value)
    ? collectObjectProblems(getObjectPlan(field.message), value, `${path}.`, problems)
    : value;
}

function findValueProblem({ kind, limits }: FieldPlan, value: JsonValue): Fault | undefined {
  if (typeof value === "string" && kind === "text") {
    return describeTextLength(limits.charactersMax, value) ?? describeLoneSurrogate(value);
  }
  if (!isOfKind(kind, value)) return fault("type", `expected ${valueNames[kind]}, got ${describeValue(value)}`);
  return isObject(value) ? describeEntriesLength(limits.entriesMax, Object.keys(value).length) : undefined;
}

function isOfKind(kind: ValueKind, value: JsonValue): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "integer":
      return Number.isInteger(value) && Number(value) >= -int32Max && Number(value) < int32Max;
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "object":
      return isObject(value);
  }
}

function describeField({ kind, isList, description }: FieldPlan): string {
  const type = isList ? "a list" : valueNames[kind];
  return `${type}: ${shorten(description, descriptionCharactersMax)}`.replace(/[\s.:]+$/, "");
}

export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return `the text ${quote(value)}`;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  // JSON has no limit for numbers; one beyond that of a double is read as infinite.
  return value === Infinity || value === -Infinity ? "a number that is too large" : JSON.stringify(value);
}
