import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import type { JsonSchema, ObjectSchema } from "../src/catalog.js";
import { isRequired, readElementKeywords, readKeywords } from "./rules.js";
import { contractError, readDescription } from "./source.js";

type Side = "input" | "output";

/** The only list of an answer whose objects its schema describes. */
const describedList = "items";

/** What a tool takes. Arguments have their proto names, fields of objects inside them their JSON names. */
export function createInputSchema(message: DescMessage): ObjectSchema {
  return createObjectSchema(message, "input", getArgumentName, []);
}

/** What a tool answers. All names are JSON names, as `toJson` writes them. */
export function createOutputSchema(message: DescMessage): ObjectSchema {
  return createObjectSchema(message, "output", getAnswerName, []);
}

export const getArgumentName = (field: DescField): string => field.name;
export const getAnswerName = (field: DescField): string => field.jsonName;

function createObjectSchema(
  message: DescMessage,
  side: Side,
  getName: (field: DescField) => string,
  above: DescMessage[],
): ObjectSchema {
  if (above.includes(message))
    throw contractError(message, `${message.name} contains itself; schemas carry no references.`);
  const schema: ObjectSchema = { type: "object", properties: {} };
  for (const field of message.fields)
    schema.properties[getName(field)] = createPropertySchema(field, side, [...above, message]);
  const required = message.fields.filter(isRequired).map(getName);
  if (required.length > 0) schema.required = required;
  // Answers may gain fields. An unknown argument is refused, because it is a mistake of the caller.
  if (side === "input") schema.additionalProperties = false;
  return schema;
}

function createPropertySchema(field: DescField, side: Side, above: DescMessage[]): JsonSchema {
  const { type, ...shape } = createTypeSchema(field, side, above);
  // The fields of answers are described in the schema resources and field tables: docs/decisions/0023.
  const schema: JsonSchema = { type, ...(side === "input" && { description: readDescription(field) }), ...shape };
  Object.assign(schema, readKeywords(field));
  if (type === "string" && field.name.endsWith("_at")) schema.format ??= "date-time";
  const value = getDefault(field);
  if (side === "input" && value !== undefined) schema.default = value;
  return schema;
}

function createTypeSchema(field: DescField, side: Side, above: DescMessage[]): JsonSchema {
  switch (field.fieldKind) {
    case "scalar":
      return { type: toScalarType(field.scalar, field) };
    case "message":
      return createMessageSchema(field, field.message, side, above);
    case "list":
      return {
        type: "array",
        items: { ...createElementSchema(field, side, above), ...readElementKeywords(field) },
      };
    case "map":
      return { type: "object", additionalProperties: createElementSchema(field, side, above) };
    case "enum":
      throw enumError(field);
  }
}

function createElementSchema(
  field: DescField & { fieldKind: "list" | "map" },
  side: Side,
  above: DescMessage[],
): JsonSchema {
  if (field.scalar !== undefined) return { type: toScalarType(field.scalar, field) };
  if (field.message !== undefined) return createMessageSchema(field, field.message, side, above);
  throw enumError(field);
}

function createMessageSchema(field: DescField, message: DescMessage, side: Side, above: DescMessage[]): JsonSchema {
  // Free-form data: the contract only says that it is an object.
  if (message.typeName === "google.protobuf.Struct") return { type: "object" };
  // Agents read the answer itself, so its schema stops at its own fields and those of its items.
  if (side === "output" && !(above.length === 1 && field.name === describedList)) return { type: "object" };
  return createObjectSchema(message, side, getAnswerName, above);
}

export function getDefault(field: DescField): JsonSchema["default"] {
  const value = field.fieldKind === "scalar" ? field.getDefaultValue() : undefined;
  return typeof value === "bigint" || value instanceof Uint8Array ? undefined : value;
}

/** @throws Error for types that JSON cannot carry as they are */
export function toScalarType(type: ScalarType, field: DescField): "string" | "boolean" | "integer" | "number" {
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
      throw contractError(
        field,
        `${field.name}: ${ScalarType[type]} is not a plain JSON value; use int32, double, bool or string.`,
      );
  }
}

function enumError(field: DescField): Error {
  return contractError(
    field,
    `${field.name}: the specification gives closed sets as strings; use string with the rule \`in\`.`,
  );
}
