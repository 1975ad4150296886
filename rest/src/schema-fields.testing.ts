import * as z from "zod";
import type { Schema } from "./openapi/openapi.types.js";

const plainSchemas = { input: new WeakMap<z.ZodType, Schema>(), output: new WeakMap<z.ZodType, Schema>() };

/** The schema as JSON Schema, with the schemas that have an id in place of references to them. */
export function toPlainSchema(schema: z.ZodType, io: "input" | "output"): Schema {
  // A thousand tests ask for a few hundred schemas.
  const plain = plainSchemas[io].get(schema) ?? createPlainSchema(schema, io);
  plainSchemas[io].set(schema, plain);
  return plain;
}

function createPlainSchema(schema: z.ZodType, io: "input" | "output"): Schema {
  const { $defs = {}, ...top } = z.toJSONSchema(schema, { io, target: "draft-2020-12" }) as Schema & {
    $defs?: Record<string, Schema>;
  };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...rest } = value as { $ref?: string };
    const target = $ref === undefined ? {} : $defs[$ref.slice("#/$defs/".length)];
    const entries = Object.entries({ ...target, ...rest }).map(([name, one]) => [name, resolve(one)]);
    return Object.fromEntries(entries) as unknown;
  };
  return resolve(top) as Schema;
}

export interface NamedField {
  name: string;
  schema: Schema;
  required: boolean;
}

/** The fields of an object, also behind null, a list or an alternative. */
export function listFields(schema: Schema): NamedField[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const required = new Set(schema.required);
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, field]) => ({
      name,
      schema: field,
      required: required.has(name),
    })),
    ...inner.flatMap(listFields),
    ...(schema.items ? listFields(schema.items) : []),
  ];
}

/** The names of all fields, also of those inside of others. */
export function listNames(schema: Schema): string[] {
  return listFields(schema).flatMap(({ name, schema: field }) => [name, ...listNames(field)]);
}

/** All regular expressions that the contract itself writes, without those of formats such as `email`. */
export function listPatterns(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { pattern, format } = schema as { pattern?: unknown; format?: unknown };
  const own = typeof pattern === "string" && format === undefined ? [pattern] : [];
  return [...own, ...Object.values(schema).flatMap(listPatterns)];
}

/** The schema without the alternative null. */
export function withoutNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const [only, ...others] = (anyOf ?? []).filter(({ type }) => type !== "null");
  return only && others.length === 0 ? { ...only, ...rest } : schema;
}
