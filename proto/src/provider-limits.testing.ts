import type { PublishedTool } from "./publish.js";

/** A schema as a provider reads it. After a host's conversion a type may be a list. */
export interface Schema {
  type?: string | readonly string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  default?: unknown;
  enum?: readonly unknown[];
  format?: string;
  minItems?: number;
}

/** The limits that a provider publishes for functions of its models. */
export interface ProviderLimits {
  /** Where the provider publishes it. */
  source: string;
  name: RegExp;
  descriptionLengthMax?: number;
  propertyName?: RegExp;
  /** Undefined: any keyword of JSON Schema. */
  keywords?: readonly string[];
  /** Undefined: any format. */
  formats?: readonly string[];
  /** Whether objects must state their properties. */
  properties?: "stated" | "not empty";
  choices?: "texts that are not empty";
  minItemsMax?: number;
  /** Every object is closed with `additionalProperties: false`. */
  closed?: true;
  /** Every property is required. */
  allRequired?: true;
  size?: { properties: number; levels: number; characters: number; choices: number };
}

const structure = ["type", "description", "properties", "required", "additionalProperties", "items", "enum"];

export const openai: ProviderLimits = {
  source: "https://platform.openai.com/docs/guides/function-calling",
  name: /^[a-zA-Z0-9_-]{1,64}$/,
  descriptionLengthMax: 1024,
  // "object schema missing properties": https://github.com/openai/openai-agents-python/pull/454
  properties: "stated",
};

export const openaiStrict: ProviderLimits = {
  ...openai,
  source: "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas",
  keywords: [
    ...structure,
    ...["anyOf", "const", "$ref", "$defs", "pattern", "format", "multipleOf", "minItems", "maxItems"],
    ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ],
  formats: ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
  closed: true,
  allRequired: true,
  // The limits of Azure, which are lower than OpenAI's own:
  // https://learn.microsoft.com/azure/ai-foundry/openai/how-to/structured-outputs
  size: { properties: 100, levels: 5, characters: 15_000, choices: 500 },
};

export const anthropic: ProviderLimits = {
  source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
  name: /^[a-zA-Z0-9_-]{1,64}$/,
  propertyName: /^[a-zA-Z0-9_.-]{1,64}$/,
};

/** Anthropic also limits the sum over all strict tools of a request; see docs/decisions/0023. */
export const anthropicStrict: ProviderLimits = {
  ...anthropic,
  source: "https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations",
  keywords: [...structure, "anyOf", "allOf", "const", "$ref", "$defs", "default", "format", "pattern", "minItems"],
  formats: ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"],
  minItemsMax: 1,
  closed: true,
};

/** `parameters`: a subset of OpenAPI 3.0. */
export const gemini: ProviderLimits = {
  source: "https://ai.google.dev/api/caching#Schema",
  name: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,62}$/,
  propertyName: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
  keywords: [
    ...["type", "format", "title", "description", "nullable", "enum", "items", "minItems", "maxItems", "properties"],
    ...["required", "minProperties", "maxProperties", "minLength", "maxLength", "pattern", "example", "anyOf"],
    ...["propertyOrdering", "default", "minimum", "maximum"],
  ],
  formats: ["enum", "date-time", "float", "double", "int32", "int64"],
  properties: "not empty",
  choices: "texts that are not empty",
};

/** `parametersJsonSchema`, which takes `additionalProperties` as well. */
export const geminiJsonSchema: ProviderLimits = {
  ...gemini,
  source: "https://docs.cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration",
  keywords: [...(gemini.keywords ?? []), "additionalProperties"],
};

/** The violations that a provider would refuse: one line per place, the kind of problem first. */
export function findViolations(limits: ProviderLimits, { name, description, inputSchema }: PublishedTool): string[] {
  const violations = findSchemaViolations(limits, inputSchema, "arguments");
  if (!limits.name.test(name)) violations.push(`name: ${name}`);
  if (description.length > (limits.descriptionLengthMax ?? Infinity)) violations.push("description: too long");
  if (inputSchema.type !== "object") violations.push("type: the arguments are no object");
  return [...violations, ...findSizeViolations(limits, inputSchema)];
}

function findSchemaViolations(limits: ProviderLimits, schema: Schema, path: string): string[] {
  const { properties = {}, items, additionalProperties, format } = schema;
  const unknown = limits.keywords ? Object.keys(schema).filter((keyword) => !limits.keywords?.includes(keyword)) : [];
  return [
    ...unknown.map((keyword) => `${keyword}: at ${path}`),
    ...(format !== undefined && limits.formats && !limits.formats.includes(format) ? [`format: ${format}`] : []),
    ...(limits.minItemsMax !== undefined && (schema.minItems ?? 0) > limits.minItemsMax
      ? [`minItems: at ${path}`]
      : []),
    ...findChoiceViolations(limits, schema, path),
    ...(isObject(schema) ? findObjectViolations(limits, schema, path) : []),
    ...Object.entries(properties).flatMap(([name, property]) =>
      findSchemaViolations(limits, property, `${path}.${name}`),
    ),
    ...(items ? findSchemaViolations(limits, items, `${path}[]`) : []),
    ...(typeof additionalProperties === "object" ? findSchemaViolations(limits, additionalProperties, path) : []),
  ];
}

function findChoiceViolations({ choices }: ProviderLimits, schema: Schema, path: string): string[] {
  const wrong = (schema.enum ?? []).filter((choice) => typeof choice !== "string" || choice === "");
  // Of no provider's models, but of JSON Schema: the default is one of the choices.
  const foreignDefault = schema.enum && schema.default !== undefined && !schema.enum.includes(schema.default);
  return [
    ...(choices && wrong.length > 0 ? [`enum: ${JSON.stringify(wrong)} at ${path}`] : []),
    ...(foreignDefault ? [`default: not one of the choices at ${path}`] : []),
  ];
}

function findObjectViolations(limits: ProviderLimits, schema: Schema, path: string): string[] {
  const names = Object.keys(schema.properties ?? {});
  const isOptional = (name: string) => !schema.required?.includes(name);
  return [
    ...(limits.properties && !schema.properties ? [`properties: missing at ${path}`] : []),
    ...(limits.properties === "not empty" && names.length === 0 ? [`properties: empty at ${path}`] : []),
    ...(limits.closed && schema.additionalProperties !== false ? [`additionalProperties: not false at ${path}`] : []),
    ...(limits.allRequired ? names.filter(isOptional).map((name) => `required: without ${path}.${name}`) : []),
    ...names.filter((name) => limits.propertyName?.test(name) === false).map((name) => `property name: ${name}`),
  ];
}

function findSizeViolations({ size }: ProviderLimits, schema: Schema): string[] {
  if (!size) return [];
  const all = listSchemas(schema, 1);
  const names = all.flatMap((one) => Object.keys(one.schema.properties ?? {}));
  const choices = all.flatMap((one) => one.schema.enum ?? []);
  const found = {
    properties: names.length,
    levels: Math.max(...all.map(({ level }) => level)),
    characters: [...names, ...choices].join("").length,
    choices: choices.length,
  };
  const kinds = ["properties", "levels", "characters", "choices"] as const;
  return kinds.filter((kind) => found[kind] > size[kind]).map((kind) => `size: ${found[kind]} ${kind}`);
}

function listSchemas(schema: Schema, level: number): { schema: Schema; level: number }[] {
  const below = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return [{ schema, level }, ...below.flatMap((inner) => listSchemas(inner, isObject(inner) ? level + 1 : level))];
}

const isObject = ({ type }: Schema): boolean => [type].flat().includes("object");

/** The changes that a host makes in a schema before it sends it to a provider. */
export type Conversion = (schema: Schema) => Schema;

/** For strict functions of OpenAI: all properties required, optional ones may be null, objects closed, no defaults. */
export const convertToOpenaiStrict: Conversion = (schema) => {
  const { default: _default, required = [], properties, ...rest } = schema;
  const converted = convertInner(convertToOpenaiStrict, rest);
  if (!properties) return converted;
  const entries = Object.entries(properties).map(([name, property]): [string, Schema] => {
    const inner = convertToOpenaiStrict(property);
    return [name, required.includes(name) ? inner : { ...inner, type: [inner.type ?? "object", "null"].flat() }];
  });
  return {
    ...converted,
    properties: Object.fromEntries(entries),
    required: Object.keys(properties),
    additionalProperties: false,
  };
};

/** For strict tools of Anthropic: objects closed, no numeric bounds, no upper bounds of lists. */
export const convertToAnthropicStrict: Conversion = (schema) => {
  const { minimum: _minimum, maximum: _maximum, maxItems: _maxItems, ...rest } = schema as Record<string, unknown>;
  const converted = convertInner(convertToAnthropicStrict, rest);
  return isObject(schema) ? { ...converted, additionalProperties: false } : converted;
};

/** For `parameters` of Gemini: no `additionalProperties`. */
export const convertToGemini: Conversion = ({ additionalProperties: _additional, ...rest }) =>
  convertInner(convertToGemini, rest);

function convertInner(convert: Conversion, schema: Schema): Schema {
  const { properties, items, ...rest } = schema;
  const convertedEntries = Object.entries(properties ?? {}).map(([name, property]) => [name, convert(property)]);
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(convertedEntries) as Record<string, Schema> }),
    ...(items && { items: convert(items) }),
  };
}
