import type { Annotations, JsonSchema, ToolPage } from "./catalog.js";

/** A tool as tools/list shows it. */
export type PublishedTool = Pick<ToolPage, "name" | "title" | "description"> & {
  annotations: Omit<Annotations, "idempotentHint"> & Partial<Annotations>;
  inputSchema: JsonSchema & { type: "object" };
  outputSchema: JsonSchema & { type: "object" };
};

type Keyword = keyof JsonSchema;

/**
 * The published keywords: those that the models of OpenAI, Anthropic and Google accept. Validation checks the other rules as
 * well (lengths, patterns, formats); descriptions, field tables and refusals say them in words. See docs/decisions/0023.
 */
const inputKeywords: readonly Keyword[] = [
  "type",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "default",
  "enum",
  "format",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
];
/** A tool that writes takes the arguments of its preview. They are described there, and only typed here. */
const writerKeywords: readonly Keyword[] = ["type", "properties", "required", "items", "enum"];
const outputKeywords: readonly Keyword[] = ["type", "properties", "required", "items", "additionalProperties"];

/** Gemini takes no other format of a text. */
const publishedFormats = new Set(["date-time"]);

/** The published form of a tool, for agents. Arguments are checked against the complete schemas of the catalogue. */
export function publishTool(tool: ToolPage): PublishedTool {
  const { name, title, description, annotations, isWrite } = tool;
  return {
    name,
    title,
    description,
    inputSchema: publishSchema(tool.inputSchema, isWrite ? writerKeywords : inputKeywords),
    outputSchema: publishSchema(tool.outputSchema, outputKeywords),
    annotations: publishAnnotations(annotations),
  };
}

/** By the specification of MCP, `idempotentHint` means something only on a tool that writes. */
function publishAnnotations({ idempotentHint, ...hints }: Annotations): PublishedTool["annotations"] {
  return hints.readOnlyHint ? hints : { ...hints, idempotentHint };
}

function publishSchema<Schema extends JsonSchema>(schema: Schema, keywords: readonly Keyword[]): Schema {
  const published = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keywords.some((known) => known === keyword)),
  ) as Schema;
  const { properties, items, additionalProperties, enum: choices, format } = published;
  if (properties) published.properties = mapValues(properties, (property) => publishSchema(property, keywords));
  if (items) published.items = publishSchema(items, keywords);
  // Says no more than "array", and only answers have it: objects in arguments are described.
  if (items?.type === "object" && !items.properties) delete published.items;
  if (typeof additionalProperties === "object")
    published.additionalProperties = publishSchema(additionalProperties, keywords);
  if (choices) published.enum = choices.filter((choice) => choice !== "");
  // Gemini refuses "" as a choice. It stays accepted, and means the same as no argument.
  if (choices?.includes("") && published.default === "") delete published.default;
  if (format !== undefined && !publishedFormats.has(format)) delete published.format;
  return published;
}

function mapValues<Value>(object: Record<string, Value>, map: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}
