import type { JsonObject } from "@bufbuild/protobuf";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { asRefusal } from "@tenant-ops/kit";
import { note } from "../requests.js";
import type { CatalogTool } from "./catalog.js";
import { dispatch, type ToolAnswer } from "./dispatch.js";
import { type Exchange, type Mcp, toolCallOf } from "./exchange.js";
import { textAt } from "./json.js";
import { failureResult, isToolFailure, successResult } from "./tool-results.js";

/**
 * Uses a tool and says in the request's log line how it went.
 * @throws Refusal and whatever else goes wrong
 */
export async function useTool(
  mcp: Mcp,
  exchange: Exchange,
  tool: CatalogTool,
  params: JsonObject,
): Promise<ToolAnswer> {
  try {
    const answer = await dispatch(mcp.clients, mcp.proposals, toolCallOf(exchange, tool, params));
    note(exchange.request, { tool: tool.name, code: "ok", ...(answer.replayed && { replayed: true }) });
    return answer;
  } catch (error) {
    note(exchange.request, { tool: tool.name, code: asRefusal(error).code });
    throw error;
  }
}

export type ToolOutcome = { kind: "answer"; answer: ToolAnswer } | { kind: "failure"; result: CallToolResult };

/**
 * The same for tools/call, where a failure that an agent can mend or wait for is a result too.
 * @throws Refusal and whatever else is answered by HTTP
 */
export async function toolOutcome(
  mcp: Mcp,
  exchange: Exchange,
  tool: CatalogTool,
  params: JsonObject,
): Promise<ToolOutcome> {
  try {
    return { kind: "answer", answer: await useTool(mcp, exchange, tool, params) };
  } catch (error) {
    const refusal = asRefusal(error);
    if (!isToolFailure(refusal)) throw error;
    const { idempotencyKey, args } = toolCallOf(exchange, tool, params);
    const mayRepeat = !tool.isWrite || idempotencyKey !== undefined || Boolean(textAt(args, "proposal_token"));
    return { kind: "failure", result: failureResult(refusal, exchange.requestId, mayRepeat) };
  }
}

export function toResult(outcome: ToolOutcome): CallToolResult {
  return outcome.kind === "answer" ? successResult(outcome.answer) : outcome.result;
}
