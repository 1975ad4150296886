import type { Route } from "@tenant-ops/kit/http";
import { type JsonSchema, tools } from "@tenant-ops/proto";
import { describe, expect, test } from "vitest";
import { routes } from "./index.js";
import { toPlainSchema, withoutNull } from "./schema-fields.testing.js";
import type { Schema } from "./openapi/openapi.types.js";

// A field of a REST body has the limits and the default of the tool's parameter. Both are written by hand: here and in `proto/`.

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
/** The kit's limit where the contract has none. */
const defaultMax = 1000;

type Limits = Record<string, unknown>;

function describeLimits(given: Schema | JsonSchema): Limits {
  const schema = withoutNull(given);
  const common = { type: schema.type, enum: schema.enum?.toSorted() };
  switch (schema.type) {
    case "string":
      if (schema.enum) return common;
      return { ...common, minLength: schema.minLength ?? 0, maxLength: schema.maxLength ?? defaultMax };
    case "integer":
      return {
        ...common,
        minimum: Math.max(schema.minimum ?? int32.min, int32.min),
        maximum: Math.min(schema.maximum ?? int32.max, int32.max),
      };
    case "number":
      return { ...common, minimum: schema.minimum, maximum: schema.maximum, above: schema.exclusiveMinimum };
    case "array":
      return { ...common, minItems: schema.minItems ?? 0, maxItems: schema.maxItems ?? defaultMax };
    default:
      return common;
  }
}

/** The differences between the fields of a body and the parameters of a tool, one line each. */
function compareFields(route: Route, body: Schema, parameters: JsonSchema, path = ""): string[] {
  const restNames = Object.entries(route.names ?? {}).map(([parameter, name]) => [name, parameter] as const);
  const renamed = new Map(restNames);
  return Object.entries(body.properties ?? {}).flatMap(([name, field]) => {
    const known = parameters.properties ?? {};
    const parameter = [renamed.get(name), name, toSnakeCase(name)].map((one) => one && known[one]).find(Boolean);
    if (!parameter) return [];
    return compareField(route, withoutNull(field), parameter, `${path}${name}`);
  });
}

function compareField(route: Route, field: Schema, parameter: JsonSchema, path: string): string[] {
  const [here, there] = [describeLimits(field), describeLimits(parameter)];
  const differing = Object.keys({ ...here, ...there }).filter(
    (name) => JSON.stringify(here[name]) !== JSON.stringify(there[name]),
  );
  const own = differing.map(
    (name) => `${path}.${name}: ${JSON.stringify(here[name])}, in the tool ${JSON.stringify(there[name])}`,
  );
  const inner =
    parameter.items && field.items
      ? compareField(route, withoutNull(field.items), parameter.items, `${path}.items`)
      : [];
  return [...own, ...inner, ...compareFields(route, field, parameter, `${path}.`)];
}

const pairs = routes.flatMap((route) =>
  (route.tools ?? []).flatMap((name) => {
    // A query is a body that writes nothing.
    const tool = tools.find((one) => one.name === name && one.isWrite === !route.isPreview);
    return tool && route.body ? [{ id: route.id, route, name, tool }] : [];
  }),
);

describe.each(pairs)("$id has the limits of $name:", ({ route, tool }) => {
  const body = route.body ? toPlainSchema(route.body, "input") : {};

  test("lengths, ranges and choices", () => {
    expect(compareFields(route, body, tool.inputSchema)).toEqual([]);
  });

  test("defaults", () => {
    // A change has no defaults: an absent field does not change. The parameters of a query publish only some of theirs.
    if (route.method !== "POST" || route.isPreview) return;
    const differing = Object.entries(body.properties ?? {}).filter(([name, field]) => {
      const parameter = tool.inputSchema.properties[toSnakeCase(name)];
      return parameter && JSON.stringify(field.default) !== JSON.stringify(parameter.default);
    });
    expect(differing.map(([name, field]) => [name, field.default])).toEqual([]);
  });
});
