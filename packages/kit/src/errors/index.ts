export { errorTable, isErrorCode, type ErrorCode, type ErrorEntry } from "./error-table.js";
export {
  Refusal,
  conflict,
  invalid,
  notFound,
  quote,
  refused,
  toErrorBody,
  toRefusal,
  toServerErrorCode,
  type ErrorBody,
  unavailable,
} from "./refusal.js";
