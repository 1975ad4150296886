import { type DescField, getOption } from "@bufbuild/protobuf";
import type { Violation } from "@bufbuild/protovalidate";
import { field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

/** Describes each pattern of the contract for callers, in place of the regular expression. */
const formatByPattern: ReadonlyMap<string, string> = new Map([
  [String.raw`^(\d{4}-\d\d-\d\d(T.+)?)?$`, "must be a date such as 2026-11-21 or a time such as 2026-11-21T09:30:00Z"],
  ["^([A-Z]{3})?$", "must be an ISO 4217 code such as MXN"],
  ["^[a-z0-9]+(-[a-z0-9]+)*$", "must be words of a-z and 0-9 joined by hyphens, such as summer-sale-2026"],
]);

/** The words for a pattern; undefined for one that `formatByPattern` lacks, which a test finds. */
export function describePattern(pattern: string): string | undefined {
  return formatByPattern.get(pattern);
}

/** A violation as a sentence about its field. */
export function describeViolation({ ruleId, message, field }: Violation): string {
  const declaration = field.findLast((part) => part.kind === "field");
  const rules = declaration && readTextRules(declaration);
  if (rules && ruleId === "string.pattern")
    return describePattern(rules.pattern) ?? "has another format than described";
  if (rules && ruleId === "string.min_len" && rules.minLen === 1n) return "must not be empty";
  if (rules && ruleId === "string.in") return `must be one of ${rules.in.filter((word) => word !== "").join(", ")}`;
  return message;
}

/** The name that callers use: arguments have their proto names, fields of nested objects their JSON names. */
export function formatViolationPath({ field }: Violation): string {
  return field
    .map((part, index) => {
      if (part.kind === "list_sub") return `[${part.index}]`;
      if (part.kind !== "field") return "";
      return index === 0 ? part.name : `.${part.jsonName}`;
    })
    .join("");
}

function readTextRules(field: DescField) {
  const { type } = getOption(field, fieldRules);
  if (type.case === "string") return type.value;
  const items = type.case === "repeated" ? type.value.items?.type : undefined;
  return items?.case === "string" ? items.value : undefined;
}
