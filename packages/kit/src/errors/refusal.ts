import { cutText, shorten } from "../texts/cut-text.js";
import { classifyDatabaseError } from "./database-failures.js";
import { type ErrorCode, errorTable, type ErrorValues, type PlainErrorCode } from "./error-table.js";
import type { InputRule, Problem, RuleFacts } from "./input-rules.js";
import { fieldName, listOf, toToolWords, type Wording, wording, type WriteWord } from "./wording.js";

/** The largest size of an error's detail, also when it quotes the input. */
const detailBytesMax = 4096;

type NotFoundNoun = ErrorCode extends infer Code ? (Code extends `${infer Noun}_not_found` ? Noun : never) : never;

/** An error for the caller: a stable code and a sentence to act on. Every other error that is thrown is a fault of ours. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** In the words of tools. */
  readonly detail: string;
  readonly #wording: Wording;

  constructor(code: PlainErrorCode, detail: string | Wording, retryAfter?: number, mayHaveWritten?: boolean);
  constructor(
    code: ErrorCode,
    detail: string | Wording,
    retryAfter: number | undefined,
    mayHaveWritten: boolean | undefined,
    problems: readonly Problem[],
  );
  constructor(
    readonly code: ErrorCode,
    detail: string | Wording,
    /** Seconds after which the caller may retry. */
    readonly retryAfter?: number,
    /** Whether a write may have been carried out although it is answered with this. */
    readonly mayHaveWritten: boolean = code === "deadline_exceeded",
    /** Empty when the code says everything. */
    readonly problems: readonly Problem[] = [],
  ) {
    const text = typeof detail === "string" ? () => detail : detail;
    const bounded = limitDetail(text(toToolWords));
    super(bounded);
    this.detail = bounded;
    this.#wording = text;
  }

  /** The sentence in the words of a transport. */
  describe(write: WriteWord): string {
    return this.#wording(write);
  }

  /** The same refusal in the words of a transport. */
  inWords(write: WriteWord): Refusal {
    const problems = this.problems.map((problem) =>
      problem.field === undefined ? problem : { ...problem, field: write(fieldName(problem.field)) },
    );
    return new Refusal(this.code, this.describe(write), this.retryAfter, this.mayHaveWritten, problems);
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable === true;
  }
}

/**
 * The record does not exist or belongs to another business; both give the same answer.
 * @param listWith the tool that lists the valid ids, or the REST request where no tool does
 */
export function notFound(noun: NotFoundNoun, id: string, where: { listWith?: string } = {}): Refusal {
  const words = noun.replaceAll("_", " ");
  const sentence = `${capitalize(words)} not found or does not belong to this business: ${quote(id)}.`;
  return new Refusal(`${noun}_not_found`, where.listWith ? wording`${sentence} ${listOf(where.listWith)}` : sentence);
}

/** The values of the code, and the field that is wrong. */
type RefusalFacts<Code extends ErrorCode> = [Code] extends [PlainErrorCode]
  ? [values?: undefined, field?: string]
  : [values: ErrorValues<Code>, field?: string];

/** A business rule forbids it. */
export function refused<Code extends ErrorCode>(
  code: Code,
  detail: string | Wording,
  ...[values, field]: RefusalFacts<Code>
): Refusal {
  const problem: Problem = { rule: code, ...(field !== undefined && { field }), ...(values && { values }) };
  return new Refusal(code, detail, undefined, false, values || field !== undefined ? [problem] : []);
}

/** It conflicts with an existing record. */
export const conflict: typeof refused = refused;

/** The Idempotency-Key belongs to another write of the same caller. */
export function idempotencyConflict(): Refusal {
  return new Refusal("idempotency_conflict", "This idempotency key was used before with other arguments.");
}

/** An argument is wrong. `field` is the name that the caller uses. */
export function invalid<Rule extends InputRule = "invalid">(
  field: string,
  detail: string | Wording,
  rule?: Rule,
  ...[values]: RuleFacts<Rule>
): Refusal {
  const problem: Problem = { rule: rule ?? "invalid", field, ...(values && { values }) };
  return new Refusal("invalid_argument", wording`${fieldName(field)}: ${detail}`, undefined, false, [problem]);
}

/** A part of the mesh is unavailable; the caller may retry after `retryAfter` seconds. */
export function unavailable(detail: string, retryAfter = 2): Refusal {
  return new Refusal("service_unavailable", detail, retryAfter);
}

/** Too many requests. The sentence names the seconds as well, because agents often do not see the header Retry-After. */
export function rateLimited(detail: string, retryAfter: number): Refusal {
  const seconds = Math.ceil(retryAfter);
  return new Refusal(
    "rate_limited",
    `${detail} Try again in ${seconds} second${seconds === 1 ? "" : "s"}.`,
    retryAfter,
  );
}

/** Quotes a value of the caller in a sentence: shortened, and on one line. */
export function quote(value: string): string {
  return JSON.stringify(shorten(value, 80));
}

export interface ErrorBody {
  error: ErrorCode;
  detail: string;
  /** Absent when the code says everything. */
  problems?: readonly Problem[];
  request_id: string;
}

/** The body of every error answer over HTTP. For an error that is not a refusal it contains no details. */
export function toErrorBody(error: unknown, requestId: string): ErrorBody {
  const refusal = toRefusal(error);
  const { code, detail, problems } = refusal;
  return { error: code, detail, ...(problems.length > 0 && { problems }), request_id: requestId };
}

/**
 * Turns any error into a refusal: a failure of the database into one that may be retried, an unknown error into one without details. The caller of
 * this function logs the original error.
 * @param access what the request does: the sentence for a read does not mention writes
 */
export function toRefusal(error: unknown, access: "read" | "write" = "write"): Refusal {
  if (error instanceof Refusal) return error;
  const failure = classifyDatabaseError(error);
  if (failure) {
    const { code, mayHaveWritten, retryAfter } = failure;
    return new Refusal(code, describeOutcome(failure.detail, access, mayHaveWritten), retryAfter, mayHaveWritten);
  }
  return new Refusal("internal_server_error", "Something failed on our side. Quote the request id when it stays.");
}

/**
 * Adds to a sentence about a failed call whether its write may have been stored. All such sentences are built here, so that they are the same
 * everywhere.
 */
export function describeOutcome(cause: string, access: "read" | "write", mayHaveWritten: boolean): string {
  if (access === "read") return cause;
  return `${cause} ${mayHaveWritten ? mayBeWritten : nothingWritten}`;
}

const mayBeWritten = "A write may have happened.";
const nothingWritten = "Nothing was written.";

/** The refusal of the last try of a write, after a try that may have written: what the last one says holds for itself only. */
export function afterUnansweredTry(refusal: Refusal): Refusal {
  const { code, status, detail, retryAfter, mayHaveWritten, problems } = refusal;
  if (mayHaveWritten || status < 500) return refusal;
  const cause = detail.endsWith(nothingWritten) ? detail.slice(0, -nothingWritten.length).trimEnd() : detail;
  return new Refusal(code, describeOutcome(cause, "write", true), retryAfter, true, problems);
}

/** The error code when the status is 500 or above, for spans. Undefined for a refusal of the request. */
export function toServerErrorCode(error: unknown): ErrorCode | undefined {
  if (error === undefined) return undefined;
  const { code, status } = toRefusal(error);
  return status >= 500 ? code : undefined;
}

function limitDetail(detail: string): string {
  if (detail.length * 3 <= detailBytesMax || Buffer.byteLength(detail) <= detailBytesMax) return detail;
  // Decoding a part of the bytes may begin or end inside a character; U+FFFD takes its place and is cut off.
  const head = Buffer.from(detail)
    .subarray(0, detailBytesMax - 3)
    .toString("utf8");
  return `${cutText(detail, Array.from(head.replace(/\uFFFD$/, "")).length)}…`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
