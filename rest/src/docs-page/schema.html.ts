import { datePatterns, type Html, html } from "@tenant-ops/kit/http";
import type { JsonValue, Schema } from "../openapi/openapi.types.js";
import { renderMarkdown } from "./markdown.js";

const referencePrefix = "#/components/schemas/";

export function renderTypeOf(schema: Schema): Html {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return join(alternatives.map(renderTypeOf), " or ");
  if (schema.allOf) return join(schema.allOf.map(renderTypeOf), " and ");
  if (schema.$ref?.startsWith(referencePrefix)) {
    const name = schema.$ref.slice(referencePrefix.length);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return join(schema.enum.map(renderChoice), ", ");
  if (schema.items) return html`list of ${renderTypeOf(schema.items)}`;
  return html`${nameSimpleType(schema)}`;
}

/** The type of a value that is no object, list or choice. */
export function nameSimpleType(schema: Schema): string {
  const types = [schema.type ?? "any"].flat().join(" or ");
  return nameDate(schema) ?? (schema.format ? `${types} (${schema.format})` : types);
}

/** Dates in words, because their patterns have hundreds of characters. */
function nameDate({ format = "", pattern = "" }: Schema): string | undefined {
  const none = pattern.endsWith(")?$") ? ", or empty" : "";
  if (format === "date-time" || format === "date") return `${format} (ISO 8601)`;
  if (pattern === datePatterns.dayOrNone) return `date (ISO 8601)${none}`;
  const isEither = pattern === datePatterns.dayOrTime || pattern === datePatterns.dayOrTimeOrNone;
  return isEither ? `date or date-time (ISO 8601)${none}` : undefined;
}

function renderChoice(choice: JsonValue): Html {
  return html`<code>${typeof choice === "string" && choice !== "" ? choice : JSON.stringify(choice)}</code>`;
}

/** A table of the fields of an object; a field that is an object without a name has its own table inside. */
export function renderFields(schema: Schema): Html {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return html``;
  const required = new Set(schema.required);
  return html`<table class="fields">
    <tbody>
      ${fields.map(
        ([name, field]) =>
          html`<tr>
            <th scope="row">
              <code>${name}</code>${required.has(name) ? html` <span class="required">required</span>` : ""}
            </th>
            <td>${renderValue(field)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Type, limits, words, and the fields inside. */
export function renderValue(schema: Schema): Html {
  const inner = findObject(schema);
  return html`<span class="type">${renderTypeOf(schema)}</span
    >${renderLimits(schema)}${schema.description !== undefined && renderMarkdown(schema.description, 5)}${inner && renderFields(inner)}`;
}

/** The object without a name in a value, in its list or among its alternatives. */
function findObject(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return findObject(schema.items);
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((one) => findObject(one) !== undefined);
}

function renderLimits(schema: Schema): Html {
  const limits = listLimits(schema);
  return limits.length > 0 ? html` <span class="limits">${limits.join("; ")}</span>` : html``;
}

export function listLimits(schema: Schema): string[] {
  const bounds = [
    describeRange(schema.minimum, schema.maximum, ""),
    schema.exclusiveMinimum !== undefined && `above ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum !== undefined && `below ${schema.exclusiveMaximum}`,
    schema.multipleOf !== undefined && `a multiple of ${schema.multipleOf}`,
    describeRange(schema.minLength, schema.maxLength, " characters"),
    describeRange(schema.minItems, schema.maxItems, " entries"),
    describeRange(schema.minProperties, schema.maxProperties, " names"),
    isReadable(schema) && `matches ${schema.pattern}`,
    schema.default !== undefined && `by default ${JSON.stringify(schema.default)}`,
  ];
  return bounds.filter((bound) => typeof bound === "string");
}

/** The name of a format or of a date says what its pattern says. */
const isReadable = (schema: Schema): boolean =>
  schema.pattern !== undefined && schema.format === undefined && nameDate(schema) === undefined;

function describeRange(from: number | undefined, to: number | undefined, unit: string): string | false {
  if (from !== undefined && to !== undefined) return from === to ? `${from}${unit}` : `${from} to ${to}${unit}`;
  if (from !== undefined) return `at least ${from}${unit}`;
  return to !== undefined && `at most ${to}${unit}`;
}

function join(parts: Html[], separator: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`;
}
