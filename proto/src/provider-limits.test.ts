import { describe, expect, test } from "vitest";
import { publishTool, type PublishedTool, tools } from "./index.js";
import {
  anthropic,
  anthropicStrict,
  type Conversion,
  convertToAnthropicStrict,
  convertToGemini,
  convertToOpenaiStrict,
  findViolations,
  gemini,
  geminiJsonSchema,
  openai,
  openaiStrict,
  type ProviderLimits,
} from "./provider-limits.testing.js";

// Every tool of the catalogue, also those that a caller has to request.
const published = tools.map((tool) => publishTool(tool));

const findAll = (limits: ProviderLimits, list: readonly PublishedTool[]) =>
  list.flatMap((tool) => findViolations(limits, tool).map((violation) => `${tool.name}: ${violation}`));

const convertAll = (convert: Conversion): PublishedTool[] =>
  published.map((tool) => ({ ...tool, inputSchema: convert(tool.inputSchema) as PublishedTool["inputSchema"] }));

const listKinds = (limits: ProviderLimits) => [
  ...new Set(published.flatMap((tool) => findViolations(limits, tool).map((violation) => violation.split(":")[0]))),
];

describe("every published schema can be sent unchanged", () => {
  test.each([
    ["to OpenAI", openai],
    ["to Anthropic", anthropic],
    ["to Gemini, as parametersJsonSchema", geminiJsonSchema],
  ])("%s", (_, limits) => {
    expect(findAll(limits, published)).toEqual([]);
  });
});

// The necessary changes are listed in docs/decisions/0023. The libraries of the providers make them.
describe("after the documented conversion every schema can be sent", () => {
  test.each<[string, ProviderLimits, Conversion, string[]]>([
    [
      "to OpenAI as a strict function",
      openaiStrict,
      convertToOpenaiStrict,
      ["additionalProperties", "default", "required"],
    ],
    [
      "to Anthropic as a strict tool",
      anthropicStrict,
      convertToAnthropicStrict,
      ["additionalProperties", "maxItems", "maximum", "minimum"],
    ],
    ["to Gemini as parameters", gemini, convertToGemini, ["additionalProperties"]],
  ])("%s", (_, limits, convert, changed) => {
    expect(findAll(limits, convertAll(convert))).toEqual([]);
    // No less is changed than is documented, and no more.
    expect(new Set(listKinds(limits))).toEqual(new Set(changed));
  });
});

describe("the limits find", () => {
  const withArgument = (argument: object): PublishedTool => ({
    ...publishTool(tools[0]!),
    inputSchema: {
      type: "object",
      properties: { type: argument as never },
      required: ["type"],
      additionalProperties: false,
    },
  });

  test.each<[string, object, string]>([
    ["an empty choice", { type: "string", enum: ["", "physical"] }, 'enum: [""] at arguments.type'],
    ["an email format", { type: "string", format: "email" }, "format: email"],
    ["empty properties", { type: "object", properties: {} }, "properties: empty at arguments.type"],
    [
      "an unknown keyword",
      { type: "array", items: { type: "string" }, uniqueItems: true },
      "uniqueItems: at arguments.type",
    ],
    [
      "a default outside the choices",
      { type: "string", enum: ["a"], default: "" },
      "default: not one of the choices at arguments.type",
    ],
  ])("%s", (_, argument, violation) => {
    expect(findViolations(gemini, withArgument(argument))).toContain(violation);
  });
});
