import { create, type DescMessage, fromJson, getOption, hasOption, type JsonObject } from "@bufbuild/protobuf";
import { createValidator } from "@bufbuild/protovalidate";
import { sample as sampleOption } from "../gen/tenantops/tool/v1/tool_pb.js";
import { isRequired } from "./rules.js";
import { optionError } from "./source.js";

const validator = createValidator();

/** What a placeholder is checked against. */
interface NamedTool {
  page: { name: string; isWrite: boolean };
}

/**
 * A request message needs a sample when something is required or a record is named, and the sample has to be valid.
 * Placeholders such as `{stock_id}` count as the text "sample".
 */
export function checkSample(request: DescMessage, tools: readonly NamedTool[]): void {
  const fail = (sentence: string) => optionError(request, sampleOption, sentence);
  const sample = hasOption(request, sampleOption) ? readSample(request, getOption(request, sampleOption)) : {};
  const names = request.fields.map((field) => field.name);
  const needed = request.fields.filter((field) => isRequired(field) || field.name.endsWith("_id"));
  const missing = needed.find((field) => !(field.name in sample));
  if (missing) throw fail(`The sample of ${request.name} lacks ${missing.name}; the tests call the tool with it.`);
  const unknown = Object.keys(sample).find((name) => !names.includes(name));
  if (unknown) throw fail(`The sample of ${request.name} has ${unknown}, which is no argument.`);

  for (const [, creator] of JSON.stringify(sample).matchAll(/\{(\w+_(?:create|approve)_\w+)\}/g))
    if (!tools.some(({ page }) => page.name === creator && page.isWrite))
      throw fail(`The sample of ${request.name} names ${creator}, which is no tool that writes.`);

  const { error, violations } = validator.validate(request, readMessage(request, sample));
  if (error)
    throw fail(`The sample of ${request.name} is not valid: ${violations?.map(String).join(", ") ?? error.message}.`);
}

function readSample(request: DescMessage, text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch (error) {
    throw optionError(request, sampleOption, `The sample of ${request.name} is not JSON: ${String(error)}`);
  }
}

function readMessage(request: DescMessage, sample: JsonObject) {
  try {
    const filled = JSON.parse(JSON.stringify(sample).replaceAll(/\{\w+\}/g, "sample")) as JsonObject;
    return Object.keys(filled).length > 0 ? fromJson(request, filled) : create(request);
  } catch (error) {
    throw optionError(request, sampleOption, `The sample of ${request.name} does not fit: ${String(error)}`);
  }
}
