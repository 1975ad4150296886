import { type Answer, parseAnswer } from "./answer.js";
import { createAborted, type SendAttempt } from "./attempt.js";
import type { CallAttempt, WriteOptions } from "./call.types.js";
import { TenantOpsError } from "./error.js";
import { isRead, type Operation, type RequestParts } from "./operation.js";
import { isSettled, isUnclear, planRetry } from "./retry.rules.js";

export interface SendSettings {
  timeoutMs: number;
  attemptTimeoutMs: number;
  retries: number;
  onAttempt: ((attempt: CallAttempt) => void) | undefined;
}

export interface Success {
  body: unknown;
  headers: Headers;
}

/** Sends a request, and sends it again as `planRetry` says. */
export type Send = (operation: Operation, parts: RequestParts, options: WriteOptions) => Promise<Success>;

/** The data that all attempts of a call share. */
interface Call {
  operation: Operation;
  requestId: string;
  idempotencyKey: string | undefined;
  /** On the clock of `performance.now()`. */
  deadline: number;
}

type Outcome = { answer: Answer; body: unknown } | { answer?: Answer; error: TenantOpsError };

export function createSend(sendAttempt: SendAttempt, settings: SendSettings): Send {
  return async (operation, parts, { timeoutMs = settings.timeoutMs, retries = settings.retries, ...options }) => {
    const call: Call = {
      operation,
      requestId: `req_${crypto.randomUUID().replaceAll("-", "")}`,
      idempotencyKey: chooseKey(operation, options.idempotencyKey),
      deadline: performance.now() + timeoutMs,
    };
    const headers = createHeaders(call);
    const { signal } = options;
    let mayHaveWritten = false;
    for (let attempts = 1; ; attempts += 1) {
      if (signal?.aborted) throw completeError(createAborted(signal), call, mayHaveWritten);
      const since = performance.now();
      const limitMs = Math.max(1, Math.min(settings.attemptTimeoutMs, Math.ceil(call.deadline - since)));
      const outcome = await settle(operation, () =>
        sendAttempt({ operation, parts, headers, timeoutMs: limitMs, signal }),
      );
      const failure = "error" in outcome ? outcome.error : undefined;
      mayHaveWritten = failure !== undefined && isWriteUnclear(operation, failure, mayHaveWritten);
      const error = failure && completeError(failure, call, mayHaveWritten);
      const remainingMs = call.deadline - performance.now();
      const retryInMs = error && planRetry({ operation, error, attempts, retries, remainingMs, random: Math.random() });
      const attempt = describeAttempt(call, outcome, {
        number: attempts,
        error,
        retryInMs,
        durationMs: performance.now() - since,
      });
      settings.onAttempt?.(attempt);
      options.onAttempt?.(attempt);
      if ("body" in outcome) return { body: outcome.body, headers: outcome.answer.headers };
      if (error && retryInMs === undefined) throw error;
      await pause(retryInMs ?? 0, signal);
    }
  };
}

/** @throws TenantOpsError invalid_argument for a key that cannot be a header */
function chooseKey({ id, takesKey }: Operation, given: string | undefined): string | undefined {
  if (given === undefined) return takesKey ? crypto.randomUUID() : undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(given)) return given;
  const detail = `${id}: idempotencyKey must have 1 to 255 visible ASCII characters. Nothing was sent.`;
  throw new TenantOpsError({ code: "invalid_argument", detail });
}

function createHeaders({ requestId, idempotencyKey }: Call): Record<string, string> {
  return { "x-request-id": requestId, ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }) };
}

async function settle(operation: Operation, send: () => Promise<Answer>): Promise<Outcome> {
  let answer: Answer | undefined;
  try {
    answer = await send();
    return { answer, body: parseAnswer(operation, answer) };
  } catch (error) {
    if (error instanceof TenantOpsError) return { ...(answer && { answer }), error };
    throw error;
  }
}

function isWriteUnclear(operation: Operation, error: TenantOpsError, wasUnclear: boolean): boolean {
  return !isRead(operation) && !isSettled(error) && (wasUnclear || isUnclear(error));
}

/** Adds the data of the call to the error of an attempt. */
function completeError(error: TenantOpsError, call: Call, mayHaveWritten: boolean): TenantOpsError {
  const { code, status, retryAfter, problems, cause } = error;
  const { idempotencyKey } = call;
  const ofCall = { requestId: error.requestId ?? call.requestId, idempotencyKey, mayHaveWritten };
  const advice = mayHaveWritten && status === undefined ? " A write may have happened." : "";
  const detail = `${error.detail}${advice}`;
  return new TenantOpsError({ code, detail, status, retryAfter, problems, cause, ...ofCall });
}

function describeAttempt(
  { operation: { id, method, path }, requestId }: Call,
  { answer }: Outcome,
  more: Pick<CallAttempt, "number" | "error" | "retryInMs" | "durationMs">,
): CallAttempt {
  const replayed = answer?.headers.get("idempotent-replayed") === "true";
  const answered = answer?.headers.get("x-request-id") ?? requestId;
  return { operation: id, method, path, requestId: answered, status: answer?.status, replayed, ...more };
}

/** Ends early when the signal is aborted. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
