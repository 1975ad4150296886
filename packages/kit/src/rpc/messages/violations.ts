import { type DescField, getOption } from "@bufbuild/protobuf";
import type { Violation } from "@bufbuild/protovalidate";
import { field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { describePattern, type Fault, fault } from "../../errors/input-rules.js";

/** What a violation says about its field. */
export function describeViolation({ ruleId, message, field }: Violation): Fault | string {
  const declaration = field.findLast((part) => part.kind === "field");
  const rules = declaration && readTextRules(declaration);
  if (rules && ruleId === "string.pattern")
    return describePattern(rules.pattern) ?? "has another format than described";
  if (rules && ruleId === "string.min_len" && rules.minLen === 1n) return fault("required", "must not be empty");
  if (rules && ruleId === "string.in") {
    const allowed = rules.in.filter((word) => word !== "").join(", ");
    return fault("one_of", `must be one of ${allowed}`);
  }
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
