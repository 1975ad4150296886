import type { CallToolResult, ResourceLink } from "@modelcontextprotocol/server";
import { type ErrorCode, errorTable, type Refusal } from "@tenant-ops/kit/errors";
import { parseAnswer, type ToolAnswer } from "./dispatch.js";

/** `_meta.replayed` says that the reply is the stored one of an earlier call; the result itself is the same. */
export function createSuccessResult(answer: ToolAnswer, links: readonly ResourceLink[]): CallToolResult {
  return {
    content: [{ type: "text", text: answer.json.plain.toString() }, ...links],
    structuredContent: parseAnswer(answer),
    ...(answer.replayed && { _meta: { replayed: true } }),
  };
}

/**
 * A failure that an agent can correct or wait for. Without structuredContent: older clients validate it against the output
 * schema of the tool and throw.
 * @param mayRepeat whether sending the same call twice writes at most once
 */
export function createFailureResult(
  refusal: Refusal,
  requestId: string,
  mayRepeat: boolean,
  links: readonly ResourceLink[],
): CallToolResult {
  const { code, retryable, retryAfter } = refusal;
  return {
    isError: true,
    content: [{ type: "text", text: writeFailureText(refusal, requestId, mayRepeat) }, ...links],
    _meta: { code, request_id: requestId, retryable, ...(retryAfter !== undefined && { retry_after: retryAfter }) },
  };
}

/** Codes whose details contain the remedy with concrete numbers and names; the general remedy of the table would repeat it. */
const detailsWithRemedy: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "confirmation_required",
  "course_slug_taken",
  "gift_weights_zero",
  "invalid_argument",
  "invalid_cursor",
  "lose_gift_required",
  "preview_changed",
  "proposal_expired",
  "proposal_invalid",
  "proposal_mismatch",
  "redirect_mismatch",
  "slug_reserved",
  "slug_taken",
  "unknown_currency",
  "unknown_gift_type",
  "unknown_roulette_type",
  "unknown_tool",
  "unknown_withdrawal_type",
]);

export function writeFailureText(refusal: Refusal, requestId: string, mayRepeat: boolean): string {
  const { detail, code } = refusal;
  // The detail of a "not found" names the tool that lists the ids.
  const saysRemedy = refusal.retryable || code.endsWith("_not_found") || detailsWithRemedy.has(code);
  const remedy = saysRemedy ? [] : [errorTable[code].remedy];
  return [detail, ...remedy, getRepeatAdvice(refusal, mayRepeat), `Request id: ${requestId}.`].join(" ");
}

/** The detail says whether something was written; this says what to do. */
function getRepeatAdvice({ retryable, retryAfter, mayHaveWritten }: Refusal, mayRepeat: boolean): string {
  if (!retryable) return "Sending the same call again does not help.";
  if (mayHaveWritten && !mayRepeat) return "So look with the list tools before you send it again.";
  const after = retryAfter === undefined ? "" : ` after ${retryAfter} seconds`;
  return `Send the same call again${after}.`;
}

/** Whether a failure is the result of the tool call; the others are HTTP errors. */
export function isToolFailure({ code, status }: Refusal): boolean {
  if (code === "internal_server_error" || code === "overloaded") return false;
  return status === 503 || status === 504 || (status >= 404 && status !== 429 && status < 500);
}
