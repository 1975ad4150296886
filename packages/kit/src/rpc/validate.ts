import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import { Refusal } from "../errors/refusal.js";

const validator = createValidator();

/**
 * Checks a message against the constraints in its `.proto` file.
 * @throws Refusal invalid_argument that names every violated field
 */
export function validate<Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): void {
  const result = validator.validate(schema, message);
  if (result.kind === "valid") return;
  if (result.kind === "error") throw result.error;
  throw new Refusal("invalid_argument", `${result.violations.map(toSentence).join("; ")}.`);
}

function toSentence(violation: Violation): string {
  const field = violation.field.map((part, index) => toPathPart(part, index)).join("");
  return field ? `${field}: ${violation.message}` : violation.message;
}

/** The name that callers use: arguments have their proto names, fields of nested objects their JSON names. */
function toPathPart(part: Violation["field"][number], index: number): string {
  switch (part.kind) {
    case "list_sub":
      return `[${part.index}]`;
    case "field":
      return index === 0 ? part.name : `.${part.jsonName}`;
    default:
      return "";
  }
}
