import { quote } from "@tenant-ops/kit/errors";
import type { JsonObject } from "@bufbuild/protobuf";
import type { GetPromptResult, Prompt, ReadResourceResult } from "@modelcontextprotocol/server";
import { type PromptArgument, type PromptPage, prompts } from "@tenant-ops/proto/prompts";
import { getText, isObject } from "../json.js";
import type { ToolSet } from "../tools/catalog.js";

const resourceUri = /service:\/\/[\w/]+/g;
const valuesMax = 100;
const rowsMax = 500;
const promptsByName = new Map(prompts.map((prompt) => [prompt.name, prompt]));

/** The prompts for a caller who may use all of their tools. */
export function listPrompts(toolSet: ToolSet): Prompt[] {
  return prompts
    .filter((prompt) => isOffered(prompt, toolSet))
    .map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args.map((argument) => ({
        name: argument.name,
        description: argument.description,
        required: argument.required === true,
      })),
    }));
}

export interface RenderedPrompt {
  result: GetPromptResult;
  /** The resources that its steps name. */
  resourceUris: string[];
}

/** @returns the prompt, or a sentence that describes the error */
export function getPrompt(toolSet: ToolSet, name: string, given: Record<string, string>): RenderedPrompt | string {
  const prompt = findPrompt(toolSet, name);
  if (!prompt) return `No prompt is called ${quote(name)}; prompts/list names all of them.`;
  const missing = prompt.arguments.filter((argument) => argument.required && !given[argument.name]?.trim());
  if (missing.length > 0) return `The prompt ${name} needs ${missing.map((argument) => argument.name).join(", ")}.`;
  const known = prompt.arguments.flatMap((argument) => {
    const value = given[argument.name]?.trim();
    return value ? [[argument.name, value] as const] : [];
  });
  const text = renderPrompt(prompt, known);
  return {
    result: { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] },
    resourceUris: [...new Set(prompt.steps.flatMap((step) => step.match(resourceUri) ?? []))],
  };
}

/** Reads a resource for the caller; undefined when it cannot be read. */
export type ReadResource = (uri: string) => Promise<ReadResourceResult | undefined>;

/** Adds the resources that the steps name, because many hosts offer a model no way to read one. */
export async function embedResources({ result, resourceUris }: RenderedPrompt, read: ReadResource) {
  const answers = await Promise.all(resourceUris.map(read));
  const embedded = answers.flatMap((answer) =>
    (answer?.contents ?? []).map((resource) => ({
      role: "user" as const,
      content: { type: "resource" as const, resource },
    })),
  );
  return { ...result, messages: [...result.messages, ...embedded] };
}

/** The answer of a read tool for the caller; undefined when the caller may not use it or the tool failed. */
export type ReadTool = (name: string, args: Record<string, number>) => Promise<JsonObject | undefined>;

/** The values that complete a typed beginning. */
export type Completer = (typed: string, read: ReadTool) => Promise<string[]>;

/** The completer of an argument of a prompt; undefined when it has none. */
export function findCompleter(toolSet: ToolSet, prompt: string, argument: string): Completer | undefined {
  const found = findPrompt(toolSet, prompt)?.arguments.find(({ name }) => name === argument);
  return found && createCompleter(found);
}

function createCompleter({ oneOf: words, idsFrom }: PromptArgument): Completer | undefined {
  if (words) return async (typed) => words.filter((word) => word.startsWith(typed.toLowerCase()));
  return idsFrom && completeFromTool(idsFrom.listTool, idsFrom.nameField);
}

/** Completes ids from a list tool: by the beginning of the id or by a part of the record's name. */
function completeFromTool(tool: string, nameField: string): Completer {
  return async (typed, read) => {
    const answer = await read(tool, { limit: rowsMax });
    const items = Array.isArray(answer?.["items"]) ? answer["items"].filter(isObject) : [];
    const wanted = typed.toLowerCase();
    return items.flatMap((item) => {
      const id = getText(item, "_id") ?? "";
      const matches = id.startsWith(typed) || getText(item, nameField)?.toLowerCase().includes(wanted);
      return matches ? [id] : [];
    });
  };
}

/** The result in the form of the protocol: at most 100 values, and whether there are more. */
export function toCompletionResult(values: readonly string[]) {
  return {
    completion: { values: values.slice(0, valuesMax), total: values.length, hasMore: values.length > valuesMax },
  };
}

function findPrompt(toolSet: ToolSet, name: string): PromptPage | undefined {
  const prompt = promptsByName.get(name);
  return prompt && isOffered(prompt, toolSet) ? prompt : undefined;
}

function isOffered(prompt: PromptPage, toolSet: ToolSet): boolean {
  return prompt.tools.every((tool) => toolSet.has(tool));
}

/** The task with the values of the user, and the numbered steps. Values are quoted, so that a model reads them as data. */
function renderPrompt({ task, steps }: PromptPage, given: (readonly [name: string, value: string])[]): string {
  const facts = given.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(", ");
  const lines = steps.map((step, index) => `${index + 1}. ${step}`);
  return [`${task}${facts && ` (${facts})`}.`, ...lines].join("\n");
}
