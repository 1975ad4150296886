import { verticalErrors } from "../gen/errors.js";

export { verticalErrors };
export type { DeclaredError } from "./errors.types.js";
/** The codes of all verticals. */
export type VerticalErrorCode = keyof typeof verticalErrors;
