import type { DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import type { FieldDoc, MessageDoc } from "../src/catalog.js";
import { commentOf } from "./comments.js";
import { isRequired, keywordsOf, rulesOf } from "./rules.js";
import { answerName, argumentName, defaultOf, scalarType } from "./schema.js";

/** Words for every message that agents can meet, by its full name. */
export function fieldDocsIn(
  files: readonly DescFile[],
  requests: ReadonlySet<DescMessage>,
): Record<string, MessageDoc> {
  const messages = files.flatMap((file) => file.messages).toSorted((a, b) => (a.typeName < b.typeName ? -1 : 1));
  return Object.fromEntries(messages.map((message) => [message.typeName, docOf(message, requests.has(message))]));
}

function docOf(message: DescMessage, isRequest: boolean): MessageDoc {
  const nameOf = isRequest ? argumentName : answerName;
  return { description: commentOf(message), fields: message.fields.map((field) => fieldDoc(field, nameOf(field))) };
}

function fieldDoc(field: DescField, name: string): FieldDoc {
  const doc: FieldDoc = { name, type: typeOf(field), description: commentOf(field) };
  const value = defaultOf(field);
  const constraints = constraintsOf(field);
  if (isRequired(field)) doc.required = true;
  if (value !== undefined) doc.default = value;
  if (constraints) doc.constraints = constraints;
  return doc;
}

function typeOf(field: DescField): string {
  switch (field.fieldKind) {
    case "scalar":
      return scalarType(field.scalar, field);
    case "message":
      return field.message.name;
    case "enum":
      return "string";
    case "list":
      return `array of ${elementOf(field)}`;
    case "map":
      return `object of ${elementOf(field)}`;
  }
}

function elementOf(field: DescField & { fieldKind: "list" | "map" }): string {
  if (field.message) return field.message.name;
  return field.scalar === undefined ? "string" : scalarType(field.scalar, field);
}

function constraintsOf(field: DescField): string {
  const {
    enum: choices,
    minimum,
    maximum,
    minLength,
    maxLength,
    format,
    pattern,
  } = keywordsOf(rulesOf(field), field.toString());
  const facts: string[] = [];
  if (choices) facts.push(`one of ${choices.map((choice) => (choice === "" ? "empty" : `\`${choice}\``)).join(", ")}`);
  if (minimum !== undefined || maximum !== undefined) facts.push(range(minimum, maximum));
  if (minLength !== undefined || maxLength !== undefined) facts.push(`${range(minLength, maxLength)} characters`);
  if (format) facts.push(`a valid ${format}`);
  if (pattern) facts.push(`matching \`${pattern}\``);
  return facts.join(", ");
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least} to ${most}`;
}
