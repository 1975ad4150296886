import { quote, Refusal } from "@tenant-ops/kit/errors";
import { type CatalogTool, type Toolset, toolsets, type Vertical, verticals } from "@tenant-ops/proto";

/** The choice that one `toolsets` parameter makes. */
export interface ToolsetChoice {
  /** The remaining verticals. */
  verticals: readonly Vertical[];
  /** The toolsets that are on beside the default catalogue of these verticals. */
  toolsets: readonly Toolset[];
}

/** The words that `toolsets` takes: a vertical narrows, a toolset adds; `default` is every vertical, `all` is everything. */
export const toolsetWords: readonly string[] = [...verticals, ...toolsets, "default", "all"];

/** @param source the parameter, named in the refusal. @throws Refusal malformed_request for an unknown word */
export function parseToolsetChoice(source: string, text: string): ToolsetChoice {
  const words = text.split(",").map((word) => word.trim());
  const unknown = words.find((word) => !toolsetWords.includes(word));
  if (unknown !== undefined)
    throw new Refusal("malformed_request", `${source}: ${quote(unknown)} is not one of ${toolsetWords.join(", ")}.`);
  return chooseToolsets(words);
}

/** No words are the default catalogue. */
export function chooseToolsets(words: readonly string[]): ToolsetChoice {
  const isNamed = (word: string) => words.includes(word) || words.includes("all");
  const named = verticals.filter(isNamed);
  const isEvery = named.length === 0 || words.includes("default");
  return { verticals: isEvery ? verticals : named, toolsets: toolsets.filter(isNamed) };
}

/** When a request names toolsets several times: every list of verticals applies, and a toolset is on when one list names it. */
export function combineChoices(choices: readonly ToolsetChoice[]): ToolsetChoice {
  return {
    verticals: verticals.filter((vertical) => choices.every((choice) => choice.verticals.includes(vertical))),
    toolsets: toolsets.filter((toolset) => choices.some((choice) => choice.toolsets.includes(toolset))),
  };
}

/** The smallest choice that has everything of this one, and the tool. */
export function addTool(choice: ToolsetChoice, { vertical, toolset }: CatalogTool): ToolsetChoice {
  return {
    verticals: verticals.filter((one) => one === vertical || choice.verticals.includes(one)),
    toolsets: toolsets.filter((one) => one === toolset || choice.toolsets.includes(one)),
  };
}

/** The words that make this choice, such as `supply,operations`. */
export function writeToolsetWords(choice: ToolsetChoice): string {
  const isEvery = choice.verticals.length === verticals.length;
  return [...(isEvery ? [] : choice.verticals), ...choice.toolsets].join(",") || "default";
}
