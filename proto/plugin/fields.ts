import type { DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import type { FieldDoc, MessageDoc } from "../src/catalog.js";
import { readComment } from "./source.js";
import { isRequired, readKeywords } from "./rules.js";
import { getAnswerName, getArgumentName, getDefault, toScalarType } from "./schema.js";

/** The documentation of every message in these files, by its full name. Requests go by the names of arguments. */
export function createFieldDocs(
  files: readonly DescFile[],
  requests: ReadonlySet<DescMessage>,
): Record<string, MessageDoc> {
  const messages = files.flatMap((file) => file.messages).toSorted((a, b) => (a.typeName < b.typeName ? -1 : 1));
  return Object.fromEntries(
    messages.map((message) => [message.typeName, createMessageDoc(message, requests.has(message))]),
  );
}

function createMessageDoc(message: DescMessage, isRequest: boolean): MessageDoc {
  const getName = isRequest ? getArgumentName : getAnswerName;
  return {
    description: readComment(message),
    fields: message.fields.map((field) => createFieldDoc(field, getName(field))),
  };
}

function createFieldDoc(field: DescField, name: string): FieldDoc {
  const doc: FieldDoc = { name, type: formatType(field), description: readComment(field) };
  const value = getDefault(field);
  const constraints = formatConstraints(field);
  if (isRequired(field)) doc.required = true;
  if (value !== undefined) doc.default = value;
  if (constraints) doc.constraints = constraints;
  return doc;
}

function formatType(field: DescField): string {
  switch (field.fieldKind) {
    case "scalar":
      return toScalarType(field.scalar, field);
    case "message":
      return field.message.name;
    case "enum":
      return "string";
    case "list":
      return `array of ${formatElement(field)}`;
    case "map":
      return `object of ${formatElement(field)}`;
  }
}

function formatElement(field: DescField & { fieldKind: "list" | "map" }): string {
  if (field.message) return field.message.name;
  return field.scalar === undefined ? "string" : toScalarType(field.scalar, field);
}

function formatConstraints(field: DescField): string {
  const { enum: choices, minimum, maximum, minLength, maxLength, format, pattern } = readKeywords(field);
  const facts: string[] = [];
  if (choices) facts.push(`one of ${choices.map((choice) => (choice === "" ? "empty" : `\`${choice}\``)).join(", ")}`);
  if (minimum !== undefined || maximum !== undefined) facts.push(formatRange(minimum, maximum));
  if (minLength === 1 && maxLength === undefined) facts.push("not empty");
  else if (minLength !== undefined || maxLength !== undefined)
    facts.push(`${formatRange(minLength, maxLength)} characters`);
  if (format) facts.push(`a valid ${format}`);
  if (pattern) facts.push(`matching \`${pattern}\``);
  return facts.join(", ");
}

function formatRange(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least} to ${most}`;
}
