import { readdirSync } from "node:fs";
import { create, type DescMessage, getOption } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  type Annotations,
  areas,
  type CatalogTool,
  defaultTools,
  fieldDocs,
  type JsonSchema,
  publishTool,
  tools,
  toolsets,
} from "./index.js";
import { fieldTable } from "./field-docs.js";
import { type Shape, type SpecifiedTool, specifiedTools } from "../specification/index.js";
import { StockSchema } from "./supply.js";
import { material } from "./tool.js";

const catalogue = tools.map((tool): [string, CatalogTool] => [tool.name, tool]);

/** Parameters that the gateway and every list add; the specification does not mention them. */
const additions = new Set(["cursor", "proposal_token"]);
/** Every tool has at least one argument: OpenAI wants properties, and Gemini refuses empty ones. */
const onlyArguments: Record<string, string> = { flows_get_flow_stats: "reason" };
const wholeListBytesMax = 46 * 1024;
/** The limit of the additional bytes for a caller that requests every toolset. */
const toolsetsBytesMax = 40 * 1024;
const schemaBytesMax = 2.4 * 1024;
/** Tools that may be larger, and why. */
const largerForAReason: Record<string, { bytes: number; reason: string }> = {
  roulettes_propose_roulette: { bytes: 3 * 1024, reason: "thirteen parameters and the ten fields of a gift" },
};

test("the catalogue has every specified tool, in the specified order", () => {
  const names = specifiedTools.map((tool) => tool.name);
  expect(names.length).toBeGreaterThan(0);
  expect(defaultTools.map((tool) => tool.name).filter((name) => names.includes(name))).toEqual(names);
});

test("no tool of the default catalogue names a tool that has to be requested", () => {
  const optional = tools.filter((tool) => tool.toolset !== undefined).map((tool) => tool.name);
  expect(
    optional.filter((name) => JSON.stringify(defaultTools.map((tool) => publishTool(tool))).includes(name)),
  ).toEqual([]);
});

test.each([
  ["learning_list_courses", "To enroll: toolset `operations`."],
  ["flows_get_flow_stats", "Why nobody registers: toolset `operations`."],
])("%s says what is asked for often and needs the toolset: %s", (name, sentence) => {
  expect(defaultTools.find((tool) => tool.name === name)?.description).toContain(sentence);
});

test("every tool has its page", () => {
  const pages = readdirSync(new URL("../gen/tools/", import.meta.url)).map((file) => file.replace(".json", ""));
  expect(pages.toSorted()).toEqual(tools.map((tool) => tool.name).toSorted());
});

describe("the catalogue matches the specification:", () => {
  const pairs = specifiedTools.flatMap((wanted) => {
    const tool = tools.find((one) => one.name === wanted.name);
    return tool ? [{ name: wanted.name, wanted, tool }] : [];
  });

  test.each(pairs)("$name has the specified parameters", ({ wanted, tool }) => {
    expect(signatureOf(tool.inputSchema, wanted)).toEqual(wanted.parameters);
  });

  test.each(pairs)("$name has the specified objects in its parameters", ({ wanted, tool }) => {
    for (const [parameter, fields] of Object.entries(wanted.objects ?? {})) {
      const items = tool.inputSchema.properties[parameter]?.items;
      expect(namesOf(items)).toEqual(fields.map((line) => line.split(/[!?:]/)[0]));
      if (fields.some((line) => line.includes("!"))) expect(linesOf(items)).toEqual(fields);
    }
  });

  test.each(pairs)("$name answers the specified fields", ({ wanted, tool }) => {
    const { properties } = tool.outputSchema;
    const item = itemOf(wanted.answer);
    const answer = item ? properties.items?.items : tool.outputSchema;
    expect(namesOf(answer)).toEqual(expect.arrayContaining(Object.keys(item ?? wanted.answer)));
    if (item) expect(Object.keys(properties)).toEqual(["items", "count", "has_more", "next_cursor"]);
  });

  test.each(pairs)("$name has the annotations of its kind", ({ wanted, tool }) => {
    expect(tool.annotations).toEqual(annotations[wanted.kind]);
    expect(tool.isWrite).toBe(!["read", "propose"].includes(wanted.kind));
    expect(tool.irreversible).toBe(wanted.kind === "withdraw");
  });
});

describe.each(catalogue)("%s", (name, tool) => {
  test("has a title, and a description of 20 to 1024 characters", () => {
    expect(tool.description.length).toBeGreaterThan(20);
    expect(tool.description.length).toBeLessThanOrEqual(1024);
    expect(tool.title).toMatch(/^[A-Z][a-z ]+$/);
  });

  test("names only tools that exist", () => {
    const mentioned =
      JSON.stringify([tool.description, tool.inputSchema, tool.outputSchema]).match(
        new RegExp(`\\b(?:${areas.join("|")})_(?:(?:list|get|propose|create|approve)_\\w+|query\\b)`, "g"),
      ) ?? [];
    expect(tools.map((one) => one.name)).toEqual(expect.arrayContaining(mentioned));
  });

  test("is named after its area and its rpc", () => {
    const rpc = tool.method.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(name).toBe(`${tool.area}${rpc}`);
    expect(tool.method.parent.typeName).toBe(tool.service);
  });

  test("uses only JSON Schema keywords that every MCP host supports", () => {
    const { inputSchema, outputSchema } = publishTool(tool);
    expectSupportedSchema(inputSchema, `${name} input`, tool.isWrite ? "write" : "input");
    expectSupportedSchema(outputSchema, `${name} output`, "output");
  });

  test("publishes every argument, with its type, its choices, and whether it is required", () => {
    expect(describeTypes(publishTool(tool).inputSchema)).toEqual(describeTypes(tool.inputSchema));
  });

  test("publishes the defaults that a handler reads", () => {
    const message = create(tool.method.input);
    const promised = tool.method.input.fields.map((field) => tool.inputSchema.properties[field.name]?.default);
    const seen = tool.method.input.fields.map((field) => Reflect.get(message, field.localName));
    promised.forEach((value, index) => value !== undefined && expect(seen[index]).toBe(value));
  });

  test("stays below its limit in bytes", () => {
    const { inputSchema, outputSchema } = publishTool(tool);
    const schemas = JSON.stringify([inputSchema, outputSchema]);
    expect(Buffer.byteLength(schemas)).toBeLessThanOrEqual(largerForAReason[name]?.bytes ?? schemaBytesMax);
  });
});

describe("writing", () => {
  const writers = tools.filter((tool) => tool.isWrite);

  test.each(writers)("$name has a preview that takes the same message", (writer) => {
    const proposer = tools.find((tool) => tool.name === writer.preview);
    expect(proposer?.isWrite).toBe(false);
    expect(proposer?.writer).toBe(writer.name);
    expect(proposer?.method.input).toBe(writer.method.input);
    expect(Object.keys(proposer?.outputSchema.properties ?? {})).toEqual([
      "preview",
      "checks",
      "warnings",
      "proposal_token",
      "expires_at",
      "next_step",
    ]);
  });

  /** A claim replaces nothing that a person decides about; its answer says whether it was made before. */
  const replacingNothing = new Set(["roulettes_approve_prize_claim"]);
  const replacing = writers.filter(
    ({ name, annotations: { idempotentHint } }) => idempotentHint && !replacingNothing.has(name),
  );

  test.each(replacing)("$name replaces a value, and its preview says in a material field which one", (writer) => {
    const preview = tools.find(({ name }) => name === writer.preview)?.method.output.field["preview"];
    const fields = preview?.message?.fields ?? [];
    expect(fields.filter((field) => getOption(field, material)).map(({ name }) => name)).not.toEqual([]);
  });

  test("only tools that write take a proposal token, and none requires it", () => {
    const takers = tools.filter((tool) => tool.inputSchema.properties.proposal_token);
    expect(takers.map((tool) => tool.name)).toEqual(writers.map((tool) => tool.name));
    expect(takers.filter((tool) => tool.inputSchema.required?.includes("proposal_token"))).toEqual([]);
  });
});

/** Names in answers, and inside arguments, that the specification spells in its own way; a message is named where others have the field otherwise. */
const specifiedSpellings: Readonly<Record<string, readonly string[]>> = {
  everywhere: ["_id", "has_more", "next_cursor"],
  roulettes: [
    ...["available_stock", "enabled_in_rewards", "track_stock", "time_to_win", "time_to_lose", "text_to_win"],
    ...["text_to_lose", "terms_and_conditions", "time_unit", "time_to_expire", "max_wins"],
    ...["Gift.item_id", "RouletteGift.item_id"],
  ],
  learning: [
    ...["created_at", "session_id", "ApproveUpdateCourseResponse.course_id"],
    ...["total_enrollments", "by_status", "in_progress", "completion_rate", "certification_rate"],
    ...["total_exams_started", "total_exams_completed", "pass_rate", "average_score"],
  ],
  analytics: ["first_day", "last_day", "total_values", "previous_totals", "total_rows", "time_zone"],
};

/** Fields of a message and of those in it, as `Message.jsonName`. */
function listFields(message: DescMessage, known = new Set<DescMessage>()): string[] {
  if (known.has(message)) return [];
  known.add(message);
  return message.fields.flatMap((field) => [
    `${message.name}.${field.jsonName}`,
    ...(field.message ? listFields(field.message, known) : []),
  ]);
}

test.each(catalogue)(
  "%s answers with names in camelCase, except those that the specification spells otherwise",
  (_name, tool) => {
    const allowed = new Set([...(specifiedSpellings["everywhere"] ?? []), ...(specifiedSpellings[tool.area] ?? [])]);
    const isAllowed = (field: string) => allowed.has(field) || allowed.has(field.split(".")[1] ?? "");
    const inside = tool.method.input.fields.flatMap(({ message }) => (message ? listFields(message) : []));
    const fields = [...listFields(tool.method.output), ...inside];
    expect(fields.filter((field) => !/\.[a-z][a-zA-Z0-9]*$/.test(field) && !isAllowed(field))).toEqual([]);
  },
);

test("names are unique", () => {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
});

test("the whole list stays below its limit in bytes", () => {
  expect(measureList(defaultTools)).toBeLessThanOrEqual(wholeListBytesMax);
});

test.each(toolsets)("the toolset %s stays below its limit in bytes", (toolset) => {
  const inToolset = tools.filter((tool) => tool.toolset === toolset);
  expect(measureList(inToolset)).toBeLessThanOrEqual(toolsetsBytesMax);
});

describe("the arguments of a tool that writes", () => {
  const writers = tools.filter((tool) => tool.isWrite);

  test.each(writers)("$name: are those of its preview, described only there", (writer) => {
    const proposer = tools.find((tool) => tool.name === writer.preview);
    const { proposal_token: token, ...shared } = publishTool(writer).inputSchema.properties ?? {};
    expect(token).toEqual({ type: "string" });
    const preview = proposer && publishTool(proposer).inputSchema;
    expect(describeTypes({ type: "object", properties: shared })).toEqual(
      describeTypes({ type: "object", properties: preview?.properties ?? {} }),
    );
    expect(JSON.stringify(shared)).not.toContain('"description":"');
    expect(writer.description).toContain(String(writer.preview));
    expect(writer.description).toMatch(/\byes\b/);
    expect(proposer?.description).toContain(writer.name);
  });
});

describe("the documentation of fields", () => {
  test("every field of every message is described", () => {
    const silent = Object.entries(fieldDocs).flatMap(([message, doc]) =>
      doc.fields.filter((field) => field.description === "").map((field) => `${message}.${field.name}`),
    );
    expect(silent).toEqual([]);
  });

  test("a table has the names of the answers", () => {
    expect(fieldTable(StockSchema)).toContain("| `_id` | string | The `stock_id`. |");
    expect(fieldTable(StockSchema)).toContain("| `productName` | string | Name. |");
  });
});

const measureList = (listed: readonly CatalogTool[]) =>
  Buffer.byteLength(JSON.stringify({ tools: listed.map((tool) => publishTool(tool)) }));

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean): Annotations => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint: false,
});

const annotations: Record<SpecifiedTool["kind"], Annotations> = {
  read: hints(true, false, true),
  propose: hints(true, false, true),
  create: hints(false, false, false),
  update: hints(false, true, true),
  withdraw: hints(false, true, false),
};

/** The parameters of a tool in the notation of the specification, without our additions. */
function signatureOf(schema: JsonSchema, wanted: SpecifiedTool): string[] {
  const asksForLimit = wanted.parameters.some((line) => line.startsWith("limit:"));
  return linesOf(schema).filter((line) => {
    const name = line.split(/[!?:]/)[0] ?? "";
    if (onlyArguments[wanted.name] === name) return false;
    return !additions.has(name) && (name !== "limit" || asksForLimit);
  });
}

/** The type of a list's items; undefined for an answer that is one record. */
const itemOf = (answer: Shape): object | undefined =>
  "items" in answer && Array.isArray(answer.items) ? (answer.items[0] as object) : undefined;

const namesOf = (schema: JsonSchema | undefined): string[] => Object.keys(schema?.properties ?? {});

function linesOf(schema: JsonSchema | undefined): string[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    if (schema?.required?.includes(name)) return `${name}!: ${typeOf(property)}`;
    if (property.default === undefined) return `${name}?: ${typeOf(property)}`;
    return `${name}: ${typeOf(property)} = ${JSON.stringify(property.default)}`;
  });
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.filter((choice) => choice !== "").join(" | ");
  return schema.type === "array" ? `array of ${schema.items?.type}s` : schema.type;
}

const keywords = new Set([
  "type",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "default",
  "enum",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);
const types = ["object", "array", "string", "integer", "number", "boolean"];

/** Names, types, choices and requirements of arguments, without words and bounds. */
function describeTypes({ type, properties, required, items, enum: choices }: JsonSchema): unknown {
  const named = Object.entries(properties ?? {}).map(([name, property]) => [name, describeTypes(property)]);
  return {
    type,
    required: required ?? [],
    choices: choices?.filter((choice) => choice !== ""),
    properties: Object.fromEntries(named),
    ...(items && { items: describeTypes(items) }),
  };
}

/** Fails at the first place in a schema that some MCP host does not support. */
function expectSupportedSchema(schema: JsonSchema, where: string, side: "input" | "write" | "output"): void {
  expect(types, `${where} has one type`).toContain(schema.type);
  expect(
    Object.keys(schema).filter((keyword) => !keywords.has(keyword)),
    `${where} uses known keywords`,
  ).toEqual([]);
  if (schema.pattern) expect(() => new RegExp(schema.pattern ?? "", "u"), `${where} has a valid pattern`).not.toThrow();
  if (schema.type === "array" && side !== "output")
    expect(schema.items, `${where} says what it contains`).toBeDefined();
  if (schema.items) expectSupportedSchema(schema.items, `${where}[]`, side);
  if (schema.properties) {
    expect(schema.additionalProperties, `${where} is closed on input only`).toBe(side === "input" ? false : undefined);
    for (const name of schema.required ?? [])
      expect(schema.properties, `${where} requires what it has`).toHaveProperty([name]);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    // The fields of answers are described in the schema resources: docs/decisions/0023. What a tool writes is described
    // at its preview: docs/decisions/0023.
    if (side === "input") expect(property.description, `${where}.${name} is described`).toBeTruthy();
    expectSupportedSchema(property, `${where}.${name}`, side);
  }
}
