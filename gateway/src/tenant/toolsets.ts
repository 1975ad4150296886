import { quote, Refusal } from "@tenant-ops/kit/errors";
import { type CatalogTool, type Toolset, toolsets, type Area, areas, toolsetWords } from "@tenant-ops/proto";

/** The choice that one `toolsets` parameter makes. */
export interface ToolsetChoice {
  /** The remaining areas. */
  areas: readonly Area[];
  /** The toolsets that are on beside the default catalogue of these areas. */
  toolsets: readonly Toolset[];
}

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
  const named = areas.filter(isNamed);
  const isEvery = named.length === 0 || words.includes("default");
  return { areas: isEvery ? areas : named, toolsets: toolsets.filter(isNamed) };
}

/** When a request names toolsets several times: every list of areas applies, and a toolset is on when one list names it. */
export function combineChoices(choices: readonly ToolsetChoice[]): ToolsetChoice {
  return {
    areas: areas.filter((area) => choices.every((choice) => choice.areas.includes(area))),
    toolsets: toolsets.filter((toolset) => choices.some((choice) => choice.toolsets.includes(toolset))),
  };
}

/** The smallest choice that has everything of this one, and the tool. */
export function addTool(choice: ToolsetChoice, { area, toolset }: CatalogTool): ToolsetChoice {
  return {
    areas: areas.filter((one) => one === area || choice.areas.includes(one)),
    toolsets: toolsets.filter((one) => one === toolset || choice.toolsets.includes(one)),
  };
}

/** The words that make this choice, such as `supply,operations`. */
export function writeToolsetWords(choice: ToolsetChoice): string {
  const isEvery = choice.areas.length === areas.length;
  return [...(isEvery ? [] : choice.areas), ...choice.toolsets].join(",") || "default";
}
