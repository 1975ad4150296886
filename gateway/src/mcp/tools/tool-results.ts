import type { CallToolResult } from "@modelcontextprotocol/server";
import { errorTable, type Refusal } from "@tenant-ops/kit/errors";
import type { ToolAnswer } from "./dispatch.js";

/** Where the answer is one that was stored, the caller is told; the answer itself is the same. */
export function createSuccessResult({ value, text, replayed }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: "text", text }],
    structuredContent: value,
    ...(replayed && { _meta: { replayed: true } }),
  };
}

/**
 * What an agent can mend or wait for. No structuredContent: older clients check it against the tool's output schema and throw.
 * @param mayRepeat whether sending the same call twice acts once
 */
export function createFailureResult(refusal: Refusal, requestId: string, mayRepeat: boolean): CallToolResult {
  const { code, retryable, retryAfter } = refusal;
  return {
    isError: true,
    content: [{ type: "text", text: writeFailureText(refusal, requestId, mayRepeat) }],
    _meta: { code, request_id: requestId, retryable, ...(retryAfter !== undefined && { retry_after: retryAfter }) },
  };
}

function writeFailureText(refusal: Refusal, requestId: string, mayRepeat: boolean): string {
  const { detail, code } = refusal;
  // "Not found" names the tool that lists the ids already.
  const remedy = refusal.retryable || code.endsWith("_not_found") ? "" : ` ${errorTable[code].remedy}`;
  return `${detail}${remedy} ${getRepeatAdvice(refusal, mayRepeat)} Request id: ${requestId}.`;
}

function getRepeatAdvice({ retryable, retryAfter }: Refusal, mayRepeat: boolean): string {
  if (!retryable) return "Sending the same call again does not help.";
  // A connection that broke says nothing about what was done before it broke.
  if (!mayRepeat) return "It may have been written: look with the list tools before you send it again.";
  const after = retryAfter === undefined ? "" : ` after ${retryAfter} seconds`;
  return `Send the same call again${after}.`;
}

/** Which failures of a tool are answered inside the protocol; the others are HTTP errors. */
export function isToolFailure({ code, status }: Refusal): boolean {
  if (code === "internal_server_error" || code === "overloaded") return false;
  return status === 503 || status === 504 || (status >= 404 && status !== 429 && status < 500);
}
