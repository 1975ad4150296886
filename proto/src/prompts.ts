export { prompts, verticalInstructions } from "../gen/prompts.js";
export type { PromptArgument, PromptPage, VerticalInstructions } from "./prompts.types.js";
