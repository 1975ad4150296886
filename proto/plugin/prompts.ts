import { type DescFile, getOption, hasOption } from "@bufbuild/protobuf";
import {
  instructions as instructionsOption,
  prompt as promptOption,
  type PromptArgument as ArgumentOption,
} from "../gen/tenantops/tool/v1/prompt_pb.js";
import type { PromptArgument, PromptPage, AreaInstructions } from "../src/prompts.types.js";
import { inAreas, optionError } from "./source.js";
import type { Tool } from "./tools.js";

/** The prompts of all areas, by their positions. */
export function collectPrompts(files: readonly DescFile[], tools: readonly Tool[]): PromptPage[] {
  const prompts = inAreas(files).flatMap(({ file }) =>
    getOption(file, promptOption).map((prompt, index) => {
      const unknown = prompt.tools.find((name) => !tools.some(({ page }) => page.name === name));
      if (unknown)
        throw optionError(file, promptOption, `The prompt ${prompt.name} uses the unknown ${unknown}.`, index);
      const { name, title, description, position, task, steps } = prompt;
      const page = { name, title, description, tools: prompt.tools, arguments: prompt.arguments.map(toArgument) };
      return { position, page: { ...page, task, steps } };
    }),
  );
  return prompts.toSorted((a, b) => a.position - b.position).map(({ page }) => page);
}

function toArgument({ name, description, required, oneOf, idsFrom }: ArgumentOption): PromptArgument {
  return {
    name,
    description,
    ...(required && { required }),
    ...(oneOf.length > 0 && { oneOf }),
    ...(idsFrom && { idsFrom: { listTool: idsFrom.listTool, nameField: idsFrom.nameField } }),
  };
}

/** What the areas add to the server's instructions, in the order of the areas. */
export function collectInstructions(files: readonly DescFile[]): AreaInstructions[] {
  return inAreas(files)
    .filter(({ file }) => hasOption(file, instructionsOption))
    .map(({ file }) => {
      const { subject, readFirst, cannotBeUndone } = getOption(file, instructionsOption);
      return { subject, readFirst, cannotBeUndone };
    });
}
