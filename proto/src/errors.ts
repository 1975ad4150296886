import { areaErrors } from "../gen/errors.js";

export { areaErrors };
export type { DeclaredError } from "./errors.types.js";
/** The codes of all areas. */
export type AreaErrorCode = keyof typeof areaErrors;
