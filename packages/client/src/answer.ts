import { type Problem, TenantOpsError } from "./error.js";
import type { Operation } from "./operation.js";
import { parseRetryAfter } from "./retry.rules.js";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Far more than any answer has; without a limit, a wrong server could fill the memory. */
const answerBytesMax = 64 * 1024 * 1024;

/**
 * Reads the whole body, so that a connection that breaks in the middle counts as a failed attempt.
 * @throws TenantOpsError unexpected_answer for one that is too long
 */
export async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > answerBytesMax) {
      await reader.cancel();
      const detail = `The answer has more than ${answerBytesMax / 1024 / 1024} MiB.`;
      throw new TenantOpsError({ code: "unexpected_answer", detail, status: response.status });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * The body of a success.
 * @throws TenantOpsError with the code of an error answer, or unexpected_answer
 */
export function parseAnswer(
  operation: Pick<Operation, "method" | "path" | "hasReply">,
  { status, headers, text }: Answer,
): unknown {
  const body = parseJson(text);
  const fields = {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfter: parseRetryAfter(headers.get("retry-after"), Date.now()),
  };
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && (!operation.hasReply || status === 204)) return undefined;
  if (isSuccess && typeof body === "object" && body !== null) return body;
  if (!isSuccess && isErrorBody(body)) {
    throw new TenantOpsError({
      ...fields,
      code: body.error,
      detail: body.detail,
      requestId: body.request_id ?? fields.requestId,
      problems: Array.isArray(body.problems) ? body.problems.filter(isProblem) : [],
    });
  }
  const type = headers.get("content-type") ?? "no content type";
  const advice = status >= 500 ? "" : " Check that baseUrl is the address of tenant-ops.";
  throw new TenantOpsError({
    ...fields,
    code: "unexpected_answer",
    detail: `${operation.method} ${operation.path} got an answer that is not one of tenant-ops (status ${status}, ${type}).${advice}`,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller of this function says so with the status and the content type.
    return undefined;
  }
}

function isProblem(problem: unknown): problem is Problem {
  return typeof problem === "object" && problem !== null && "rule" in problem && typeof problem.rule === "string";
}

function isErrorBody(
  body: unknown,
): body is { error: string; detail: string; request_id?: string; problems?: unknown } {
  return (
    typeof body === "object" &&
    body !== null &&
    "error" in body &&
    typeof body.error === "string" &&
    "detail" in body &&
    typeof body.detail === "string"
  );
}
