import type { JsonObject } from "@bufbuild/protobuf";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { toRefusal, toServerErrorCode } from "@tenant-ops/kit/errors";
import { startSpan } from "@tenant-ops/kit/telemetry";
import { addLogFields, getRequestTraceparent } from "../../requests.js";
import type { CatalogTool } from "./catalog.js";
import { dispatch, type ToolAnswer } from "./dispatch.js";
import { type McpRequestContext, type McpServices, createToolCall } from "../request-context.js";
import { getText } from "../json.js";
import { createFailureResult, isToolFailure, createSuccessResult } from "./tool-results.js";

/**
 * Uses a tool and says in the request's log line how it went.
 * @throws Refusal and whatever else goes wrong
 */
export async function callTool(
  mcp: McpServices,
  exchange: McpRequestContext,
  tool: CatalogTool,
  params: JsonObject,
): Promise<ToolAnswer> {
  const { request, requestId, tenant } = exchange;
  const started = performance.now();
  const span = startSpan({
    name: `tools/call ${tool.name}`,
    kind: "internal",
    parent: getRequestTraceparent(request),
    attributes: {
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": tool.name,
      "tenantops.business_id": tenant.businessId,
      "tenantops.request_id": requestId,
    },
  });
  const finish = (code: string, error?: unknown) => {
    mcp.metrics.toolSeconds.observe({ tool: tool.name, code }, (performance.now() - started) / 1000);
    span.end({ attributes: { "tenantops.code": code }, error: toServerErrorCode(error) });
  };
  try {
    const answer = await dispatch(
      mcp.clients,
      mcp.proposalTokens,
      createToolCall(exchange, tool, params, span.traceparent),
    );
    addLogFields(request, { tool: tool.name, code: "ok", ...(answer.replayed && { replayed: true }) });
    finish("ok");
    return answer;
  } catch (error) {
    const { code } = toRefusal(error);
    addLogFields(request, { tool: tool.name, code });
    finish(code, error);
    throw error;
  }
}

export type ToolOutcome = { kind: "answer"; answer: ToolAnswer } | { kind: "failure"; result: CallToolResult };

/**
 * The same for tools/call, where a failure that an agent can mend or wait for is a result too.
 * @throws Refusal and whatever else is answered by HTTP
 */
export async function callToolWithOutcome(
  mcp: McpServices,
  exchange: McpRequestContext,
  tool: CatalogTool,
  params: JsonObject,
): Promise<ToolOutcome> {
  try {
    return { kind: "answer", answer: await callTool(mcp, exchange, tool, params) };
  } catch (error) {
    const refusal = toRefusal(error);
    if (!isToolFailure(refusal)) throw error;
    const { idempotencyKey, args } = createToolCall(exchange, tool, params);
    const mayRepeat = !tool.isWrite || idempotencyKey !== undefined || Boolean(getText(args, "proposal_token"));
    return { kind: "failure", result: createFailureResult(refusal, exchange.requestId, mayRepeat) };
  }
}

export function toCallToolResult(outcome: ToolOutcome): CallToolResult {
  return outcome.kind === "answer" ? createSuccessResult(outcome.answer) : outcome.result;
}
