import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import type { FieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import type { JsonSchema, ObjectSchema } from "../src/catalog.js";
import { descriptionOf } from "./comments.js";
import { isRequired, keywordsOf, rulesOf } from "./rules.js";

type Side = "input" | "output";

/** How many levels of an answer are spelled out: the answer itself and the objects directly inside it. */
const answerDepth = 2;

/** What a tool takes. The arguments themselves go by their proto names, objects inside them by their JSON names. */
export function inputSchema(message: DescMessage): ObjectSchema {
  return objectSchema(message, "input", argumentName, []);
}

/** What a tool answers: JSON names throughout, because that is what `toJson` writes. */
export function outputSchema(message: DescMessage): ObjectSchema {
  return objectSchema(message, "output", answerName, []);
}

export const argumentName = (field: DescField): string => field.name;
export const answerName = (field: DescField): string => field.jsonName;

function objectSchema(
  message: DescMessage,
  side: Side,
  nameOf: (field: DescField) => string,
  above: DescMessage[],
): ObjectSchema {
  if (above.includes(message)) throw new Error(`${message.typeName} contains itself; schemas carry no references.`);
  const schema: ObjectSchema = { type: "object", properties: {} };
  for (const field of message.fields)
    schema.properties[nameOf(field)] = propertySchema(field, side, [...above, message]);
  const required = message.fields.filter(isRequired).map(nameOf);
  if (required.length > 0) schema.required = required;
  // Answers may gain fields; an argument nobody knows is a mistake worth hearing about.
  if (side === "input") schema.additionalProperties = false;
  return schema;
}

function propertySchema(field: DescField, side: Side, above: DescMessage[]): JsonSchema {
  const { type, ...shape } = shapeOf(field, side, above);
  // What an answer's fields mean stands in the schema resources and field tables; see docs/decisions/0003.
  const schema: JsonSchema = { type, ...(side === "input" && { description: descriptionOf(field) }), ...shape };
  Object.assign(schema, published(rulesOf(field), field));
  if (type === "string" && field.name.endsWith("_at")) schema.format ??= "date-time";
  const value = defaultOf(field);
  if (side === "input" && value !== undefined) schema.default = value;
  return schema;
}

/**
 * Lengths of text are left to validation and to the field tables: no agent plans by them, and they would cost two
 * kilobytes on every list of tools. Whoever passes one is told the number.
 */
function published(rules: FieldRules | undefined, field: DescField): Omit<JsonSchema, "type"> {
  const { minLength: _, maxLength: __, ...keywords } = keywordsOf(rules, field.toString());
  return keywords;
}

function shapeOf(field: DescField, side: Side, above: DescMessage[]): JsonSchema {
  switch (field.fieldKind) {
    case "scalar":
      return { type: scalarType(field.scalar, field) };
    case "message":
      return messageSchema(field.message, side, above);
    case "list":
      return {
        type: "array",
        items: { ...elementSchema(field, side, above), ...published(elementRules(field), field) },
      };
    case "map":
      return { type: "object", additionalProperties: elementSchema(field, side, above) };
    case "enum":
      throw new Error(`${field.toString()}: the specification gives closed sets as strings; use string with \`in\`.`);
  }
}

function elementSchema(field: DescField & { fieldKind: "list" | "map" }, side: Side, above: DescMessage[]): JsonSchema {
  if (field.scalar !== undefined) return { type: scalarType(field.scalar, field) };
  if (field.message !== undefined) return messageSchema(field.message, side, above);
  throw new Error(`${field.toString()}: the specification gives closed sets as strings; use string with \`in\`.`);
}

function messageSchema(message: DescMessage, side: Side, above: DescMessage[]): JsonSchema {
  // Free-form data: an object of which the contract knows no more.
  if (message.typeName === "google.protobuf.Struct") return { type: "object" };
  // An agent reads every answer itself; its schema names the record and the fields of its items, and no deeper.
  if (side === "output" && above.length >= answerDepth) return { type: "object" };
  return objectSchema(message, side, answerName, above);
}

function elementRules(field: DescField): FieldRules | undefined {
  const { type } = rulesOf(field);
  return type.case === "repeated" ? type.value.items : undefined;
}

export function defaultOf(field: DescField): JsonSchema["default"] {
  const value = field.fieldKind === "scalar" ? field.getDefaultValue() : undefined;
  return typeof value === "bigint" || value instanceof Uint8Array ? undefined : value;
}

export function scalarType(type: ScalarType, field: DescField): "string" | "boolean" | "integer" | "number" {
  switch (type) {
    case ScalarType.STRING:
      return "string";
    case ScalarType.BOOL:
      return "boolean";
    case ScalarType.INT32:
    case ScalarType.UINT32:
      return "integer";
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return "number";
    default:
      throw new Error(
        `${field.toString()}: ${ScalarType[type]} is not a plain JSON value; use int32, double, bool or string.`,
      );
  }
}
