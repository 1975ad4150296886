import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import { Refusal } from "./errors.js";

const validator = createValidator();

/**
 * Checks a message against the constraints in its `.proto` file.
 * @throws Refusal invalid_argument that names every violated field
 */
export function validate<Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): void {
  const result = validator.validate(schema, message);
  if (result.kind === "valid") return;
  if (result.kind === "error") throw result.error;
  throw new Refusal("invalid_argument", `${result.violations.map(sentence).join("; ")}.`);
}

function sentence(violation: Violation): string {
  const path = violation.field.map((part) => pathPart(part)).join("");
  const field = path.replace(/^\./, "");
  return field ? `${field}: ${violation.message}` : violation.message;
}

function pathPart(part: Violation["field"][number]): string {
  switch (part.kind) {
    case "list_sub":
      return `[${part.index}]`;
    case "field":
      return `.${part.name}`;
    default:
      return "";
  }
}
