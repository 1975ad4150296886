import { listLimits, nameSimpleType } from "../docs-page/schema.html.js";
import type { JsonValue, Schema } from "../openapi/openapi.types.js";

const referencePrefix = "#/components/schemas/";

export interface Field {
  /** `gifts[].value`, from the object that the fields belong to. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

/** The fields of an object, with those of nested objects without a name. */
export function listFields(schema: Schema, prefix = ""): Field[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const own = {
      name: path,
      type: describeType(field),
      isRequired: required.has(name),
      description: field.description ?? "",
    };
    return [own, ...listInnerFields(field, path)];
  });
}

function listInnerFields(field: Schema, path: string): Field[] {
  if (field.properties) return listFields(field, `${path}.`);
  return field.items ? listInnerFields(field.items, `${path}[]`) : [];
}

/** Type and limits in words; the name of a component is a link to its table on the same page. */
export function describeType(schema: Schema): string {
  return [nameType(schema), ...listLimits(schema)].join("; ");
}

function nameType(schema: Schema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map(nameType).join(" or ");
  if (schema.allOf) return schema.allOf.map(nameType).join(" and ");
  if (schema.$ref !== undefined) return renderComponentLink(schema.$ref.slice(referencePrefix.length));
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map(renderChoice).join(", ");
  if (schema.items) return `list of ${nameType(schema.items)}`;
  return nameSimpleType(schema);
}

function renderChoice(choice: JsonValue): string {
  return `\`${typeof choice === "string" ? choice : JSON.stringify(choice)}\``;
}

function renderComponentLink(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}

/** The names of the components that a schema refers to, directly. */
export function listComponents(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" && value.startsWith(referencePrefix)
      ? [value.slice(referencePrefix.length)]
      : listComponents(value),
  );
}
