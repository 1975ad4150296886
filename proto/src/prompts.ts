export { prompts, areaInstructions } from "../gen/prompts.js";
export type { PromptArgument, PromptPage, AreaInstructions } from "./prompts.types.js";
