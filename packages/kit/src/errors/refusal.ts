import { classifyDatabaseError } from "./database-failures.js";
import { type ErrorCode, errorTable } from "./error-table.js";

type NotFoundNoun = ErrorCode extends infer Code ? (Code extends `${infer Noun}_not_found` ? Noun : never) : never;

/** A "no" that the caller is told: a stable code and one sentence to act on. Everything else that is thrown is our own fault. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    /** Whole seconds after which a repeat makes sense. */
    readonly retryAfter?: number,
  ) {
    super(detail);
  }

  /** What tests and logs call it. */
  get reason(): ErrorCode {
    return this.code;
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable === true;
  }
}

/**
 * The record is missing or another business's; both give this same answer.
 * @param listWith the tool that lists the valid ids
 */
export function notFound(noun: NotFoundNoun, id: string, where: { listWith?: string } = {}): Refusal {
  const words = noun.replaceAll("_", " ");
  const hint = where.listWith ? ` ${where.listWith} lists the valid ids.` : "";
  return new Refusal(
    `${noun}_not_found`,
    `${capital(words)} not found or does not belong to this business: ${quote(id)}.${hint}`,
  );
}

/** A rule of the business says no. */
export function refused(code: ErrorCode, detail: string): Refusal {
  return new Refusal(code, detail);
}

/** It collides with what is already there. */
export function conflict(code: ErrorCode, detail: string): Refusal {
  return new Refusal(code, detail);
}

/** An argument is wrong. `field` is its name as the caller wrote it. */
export function invalid(field: string, detail: string): Refusal {
  return new Refusal("invalid_argument", `${field}: ${detail}`);
}

/** A part of the mesh is away; the caller may come back after `retryAfter` seconds. */
export function unavailable(detail: string, retryAfter = 2): Refusal {
  return new Refusal("service_unavailable", detail, retryAfter);
}

/** What the caller sent, shortened and on one line, so that a sentence stays a sentence. */
export function quote(value: string): string {
  const line = value.length > 80 ? `${value.slice(0, 77)}…` : value;
  return JSON.stringify(line);
}

export interface ErrorBody {
  error: ErrorCode;
  detail: string;
  request_id: string;
}

/** The body of every error answer over HTTP. An error that is not a refusal says nothing about itself. */
export function toErrorBody(error: unknown, requestId: string): ErrorBody {
  const refusal = toRefusal(error);
  return { error: refusal.code, detail: refusal.detail, request_id: requestId };
}

/**
 * The refusal itself, what the caller may do about a database in trouble, or for anything else the sentence that hides it.
 * The caller of this logs the original.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const trouble = classifyDatabaseError(error);
  if (trouble) return new Refusal(trouble.code, trouble.detail, trouble.retryAfter);
  return new Refusal("internal_server_error", "Something failed on our side. Quote the request id when it stays.");
}

/** The code of a failure that is ours or a lower layer's, as spans and alerts count it; a refusal of what was asked is none. */
export function toServerErrorCode(error: unknown): ErrorCode | undefined {
  if (error === undefined) return undefined;
  const { code, status } = toRefusal(error);
  return status >= 500 ? code : undefined;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
