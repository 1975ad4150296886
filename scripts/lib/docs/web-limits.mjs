// What the contract allows in the fields of a form: one file per area for the browser application, which cannot load the schemas themselves.
import * as z from "zod";

const folder = "services/console/web/src/api/limits";
const notice =
  "// Written by `npm run generate` from the routes of rest/src. Do not edit.\n// One export per operation, so that a page loads only those of its forms.\n";

/** The width of the number in the protocol, which says nothing about the field. */
const int32Max = 2 ** 31 - 1;

/** `{ path: text }` of all files. */
export function renderWebLimits({ routes, personRoutes }) {
  const areas = {};
  for (const [area, route] of [
    ...routes.map((each) => [toArea(each), each]),
    ...personRoutes.map((each) => ["console", each]),
  ])
    // The application has no forms of operators.
    if (route.body instanceof z.ZodType && route.method !== "GET" && route.caller !== "operator")
      (areas[area] ??= []).push(route);
  const files = Object.entries(areas).flatMap(([area, own]) => {
    const lines = own.flatMap(({ id, body }) =>
      renderOperation(id, z.toJSONSchema(body, { io: "input", unrepresentable: "any" })),
    );
    return lines.length > 0 ? [[`${folder}/${area}.ts`, `${notice}${lines.join("\n")}\n`]] : [];
  });
  return Object.fromEntries(files);
}

const toArea = ({ service }) => service;

function renderOperation(id, schema) {
  const limits = listLimits(schema, schema.$defs ?? {});
  return limits ? [`export const ${id} = ${renderObject(limits)};`] : [];
}

/** `{ name: { maxLength } }`, with an object for a field that has fields; undefined when nothing is limited. */
export function listLimits(schema, definitions) {
  const found = {};
  for (const [name, field] of Object.entries(collectProperties(schema, definitions))) {
    const limits = describeField(field, definitions);
    if (limits) found[name] = limits;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function describeField(given, definitions) {
  const [schema = {}] = listVariants(given, definitions).filter(({ type }) => type !== "null");
  if (schema.type === "array") return schema.items && describeItems(schema.items, definitions);
  if (schema.type === "string") return schema.maxLength === undefined ? undefined : { maxLength: schema.maxLength };
  if (schema.type === "number" || schema.type === "integer") return describeNumber(schema);
  return listLimits(schema, definitions);
}

const describeItems = (items, definitions) => listLimits(resolve(items, definitions), definitions);

function describeNumber({ minimum, maximum, exclusiveMinimum }) {
  const min = minimum ?? exclusiveMinimum;
  const limits = {
    ...(min !== undefined && min > -int32Max && { min }),
    ...(maximum !== undefined && maximum < int32Max && { max: maximum }),
  };
  return Object.keys(limits).length > 0 ? limits : undefined;
}

function collectProperties(given, definitions) {
  return Object.assign(
    {},
    ...listVariants(given, definitions).flatMap(({ properties, allOf = [] }) => [
      properties ?? {},
      ...allOf.map((part) => collectProperties(part, definitions)),
    ]),
  );
}

function listVariants(given, definitions) {
  const schema = resolve(given, definitions);
  const variants = schema.anyOf ?? schema.oneOf;
  return variants ? variants.flatMap((each) => listVariants(each, definitions)) : [schema];
}

function resolve(schema, definitions) {
  const name = schema.$ref?.match(/^#\/\$defs\/(.+)$/)?.[1];
  return name ? resolve(definitions[name], definitions) : schema;
}

const renderObject = (value) =>
  typeof value === "object"
    ? `{ ${Object.entries(value)
        .map(([name, own]) => `${name}: ${renderObject(own)}`)
        .join(", ")} }`
    : String(value);
