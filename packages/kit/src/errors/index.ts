export { findBulkWriteCause } from "./database-failures.js";
export {
  errorTable,
  isErrorCode,
  type ErrorCode,
  type ErrorEntry,
  type ErrorValues,
  type PlainErrorCode,
} from "./error-table.js";
export { describeEntriesLength, describeLoneSurrogate, describeTextLength } from "./problems.js";
export { describePattern, type Fault, fault, inputRules, type InputRule, type Problem } from "./input-rules.js";
export {
  fieldName,
  listOf,
  requestName,
  toToolWords,
  type Word,
  wording,
  type Wording,
  type WriteWord,
} from "./wording.js";
export { checkAll, checkEach, ProblemList, problemsMax, runChecks } from "./problems.js";
export {
  Refusal,
  afterUnansweredTry,
  conflict,
  describeOutcome,
  idempotencyConflict,
  invalid,
  notFound,
  quote,
  rateLimited,
  refused,
  toErrorBody,
  toRefusal,
  toServerErrorCode,
  type ErrorBody,
  unavailable,
} from "./refusal.js";
