import * as z from "zod";
import type { JsonValue, Schema } from "./openapi.types.js";

/** Collects the schemas that have an id (`.meta({ id })`) while other schemas are converted. */
export interface SchemaComponents {
  /** For input: unknown names are forbidden, fields with a default may be absent. */
  convertInput(schema: z.ZodType): Schema;
  /** For answers: later versions may add fields, so further names are not forbidden. */
  convertOutput(schema: z.ZodType): Schema;
  /** The components by name, sorted. */
  list(): Record<string, Schema>;
}

const prefix = "#/components/schemas/";

/** @see https://zod.dev/json-schema */
export function createSchemaComponents(): SchemaComponents {
  const components = new Map<string, Schema>();

  function convert(schema: z.ZodType, io: "input" | "output"): Schema {
    const {
      $schema: _dialect,
      $defs = {},
      ...top
    } = z.toJSONSchema(schema, {
      io,
      target: "draft-2020-12",
      reused: "inline",
      override: ({ jsonSchema }) => simplify(jsonSchema as Schema, io),
    }) as Schema & { $schema?: string; $defs?: Record<string, Schema> };
    const rename = (name: string) => (io === "input" ? `${name}Input` : name);
    for (const [name, definition] of Object.entries($defs)) {
      add(rename(name), renameReferences(definition, rename));
    }
    return renameReferences(top, rename);
  }

  function add(name: string, definition: Schema): void {
    const { id: _id, ...kept } = definition as Schema & { id?: string };
    const before = components.get(name);
    if (before && JSON.stringify(before) !== JSON.stringify(kept)) {
      throw new Error(`two schemas have the id ${name}`);
    }
    components.set(name, kept);
  }

  return {
    convertInput: (schema) => convert(schema, "input"),
    convertOutput: (schema) => convert(schema, "output"),
    list: () => Object.fromEntries([...components].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

/** Removes keywords without information for readers of the document, and in answers the ban of further fields. */
function simplify(schema: Schema, io: "input" | "output"): void {
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  // zod repeats a format as a regular expression of several hundred characters. It is what exactly we accept; our answers need no more than the format.
  if (io === "output" && schema.format !== undefined) delete schema.pattern;
  // The name of a check of zod is no format.
  if (schema.format !== undefined && zodChecks.has(schema.format)) delete schema.format;
  // A generator for Go writes `{}` as the text "{}". That the object may be absent is said by `required`.
  if (isEmptyObject(schema.default)) delete schema.default;
  // The generators for Java write the value as a text.
  if (schema.type === "boolean") delete schema.const;
  addNumberFormat(schema);
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Without it, oapi-codegen takes a number of 32 bits, which keeps seven digits: totals and coordinates need more. */
export function addNumberFormat(schema: Schema): void {
  if (schema.type === "number") schema.format ??= "double";
}

const zodChecks = new Set(["includes", "starts_with", "ends_with"]);

function isEmptyObject(value: JsonValue | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** A copy in which `#/$defs/Name` is `#/components/schemas/<rename(Name)>`. */
function renameReferences(schema: Schema, rename: (name: string) => string): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === "$ref" && typeof value === "string" && value.startsWith("#/$defs/")
      ? `${prefix}${rename(value.slice("#/$defs/".length))}`
      : value,
  );
  return JSON.parse(text) as Schema;
}
