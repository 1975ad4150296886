import type { Shape } from "./shapes.js";
import type { SpecifiedResource, SpecifiedTool } from "./types.js";

/** The lines of a text without indentation. */
export const toLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const toWords = (text: string): string[] => text.trim().split(/\s+/);

/** A tool that answers a list of such items. */
export function list(name: string, parameters: string, item: Shape): SpecifiedTool {
  return { name, kind: "read", parameters: toLines(parameters), arguments: {}, answer: { items: [item] } };
}

/** A tool that answers one record. */
export function get(
  name: string,
  parameters: string,
  answer: Shape,
  args: SpecifiedTool["arguments"] = {},
): SpecifiedTool {
  return { name, kind: "read", parameters: toLines(parameters), arguments: args, answer };
}

/** A propose tool and the tool that carries it out, which takes the same parameters. */
export function pair(
  propose: string,
  write: Pick<SpecifiedTool, "kind" | "name" | "answer">,
  given: { parameters: string; arguments: SpecifiedTool["arguments"] } & Pick<SpecifiedTool, "objects" | "shows">,
): SpecifiedTool[] {
  const shared = {
    parameters: toLines(given.parameters),
    arguments: given.arguments,
    ...(given.objects && { objects: given.objects }),
  };
  return [
    { name: propose, kind: "propose", answer: { preview: {} }, shows: given.shows ?? {}, ...shared },
    { ...write, ...shared },
  ];
}

export function resource(uri: string, name: string, words: string): SpecifiedResource {
  return { uri, name, words: toWords(words) };
}
