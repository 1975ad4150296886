import { flows } from "./flows.js";
import { learning } from "./learning.js";
import { roulettes } from "./roulettes.js";
import { supply } from "./supply.js";
import type { SpecifiedTool } from "./types.js";

export * from "./shapes.js";
export type { SpecifiedRefusal, SpecifiedResource, SpecifiedTool } from "./types.js";

// In the order of the specification, which names only REST routes of webhooks.
const areas = [supply, roulettes, learning, flows];

export const specifiedTools = areas.flatMap(({ tools }) => tools);
export const specifiedRefusals = areas.flatMap(({ refusals }) => refusals);
export const specifiedResources = areas.flatMap(({ resources }) => resources);

/** Each propose tool with the tool that carries it out, which follows it. */
export const specifiedPairs = toPairs(specifiedTools);

function toPairs(tools: readonly SpecifiedTool[]) {
  return tools.flatMap((propose, index) => {
    const write = tools[index + 1];
    return propose.kind === "propose" && write ? [{ propose, write }] : [];
  });
}

/** The optional parameters with their defaults; undefined where "absent" has a meaning of its own. */
export function readDefaults({ parameters }: SpecifiedTool): Record<string, unknown> {
  return Object.fromEntries(
    parameters.flatMap((line): [string, unknown][] => {
      const [, name = "", mark = "", value] = /^(\w+)([!?]?): [^=]+(?:= (.+))?$/.exec(line) ?? [];
      return mark === "!" ? [] : [[name, value === undefined ? undefined : JSON.parse(value)]];
    }),
  );
}
