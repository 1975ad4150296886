import type { JsonObject } from "@bufbuild/protobuf";
import type { CallToolResult, ResourceLink } from "@modelcontextprotocol/server";
import { readIdempotencyKey } from "@tenant-ops/kit/call";
import { errorTable, toRefusal, toServerErrorCode } from "@tenant-ops/kit/errors";
import { startSpan } from "@tenant-ops/kit/telemetry";
import { createCall } from "../../request/call.js";
import { getRequestTraceparent } from "../../request/request-span.js";
import { addLogFields, markSecret } from "../../request/request-state.js";
import { getObject, getText } from "../json.js";
import type { McpRequestContext, McpServices } from "../request-context.js";
import type { CatalogTool } from "./catalog.js";
import { readClient } from "../../agent-calls/agent-calls.js";
import { dispatch, type DispatchServices, type ToolAnswer, type ToolCall } from "./dispatch.js";
import { createFailureResult, createSuccessResult, isToolFailure } from "./tool-results.js";

const uriBeginning = "service://";
const resourceUri = /service:\/\/[a-z]+\/[\w/-]*\w/g;
const linksMax = 5;

/**
 * Links to the resources that an answer names, so that a host can offer or read them. Only resources that the caller may read are
 * linked; other texts of this form may come from the data of the business.
 */
async function findResourceLinks(
  { resources }: Pick<McpServices, "resources">,
  { request, reply, tenant, takesResourceLinks }: McpRequestContext,
  text: Buffer,
): Promise<ResourceLink[]> {
  if (!takesResourceLinks || !text.includes(uriBeginning)) return [];
  const named = new Set(text.toString().match(resourceUri));
  const found = await resources.find(named, createCall(request, reply, tenant, "resources/list"));
  return found.slice(0, linksMax).map(({ uri, name, title, description, mimeType }) => ({
    // In the order of the SDK's schema; hot-path.test.ts compares the bytes.
    name,
    ...(title !== undefined && { title }),
    uri,
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    type: "resource_link",
  }));
}

type CallServices = Pick<McpServices, "metrics"> &
  DispatchServices & {
    agentCalls: Pick<McpServices["agentCalls"], "record">;
  };

/**
 * Calls a tool, with span, metric, log fields and counters.
 * @param params of tools/call, or the body of a direct call
 * @throws Refusal, and any other error of the call
 */
export async function callTool(
  services: CallServices,
  context: McpRequestContext,
  tool: CatalogTool,
  params: JsonObject,
): Promise<ToolAnswer> {
  const { request, tenant } = context;
  const startedAt = performance.now();
  const span = startToolSpan(context, tool);
  const finish = (code: string, isRepeated: boolean, error?: unknown) => {
    const durationMs = performance.now() - startedAt;
    services.metrics.toolSeconds.observe({ tool: tool.name, code }, durationMs / 1000);
    const { isWrite } = tool;
    const hasProposal = isWrite && Boolean(getText(getObject(params, "arguments"), "proposal_token"));
    const ended = { code, isWrite, isRepeated, hasProposal, durationMs };
    services.agentCalls.record({ tenant, request }, tool.name, ended);
    span.end({ attributes: { "tenantops.code": code }, error: toServerErrorCode(error) });
  };
  try {
    const toolCall = createToolCall(context, tool, params, span.traceparent);
    const answer = await dispatch(services, toolCall);
    // The answer of a preview contains its proposal token.
    if (tool.writer) markSecret(request);
    addLogFields(request, { tool: tool.name, code: "ok", ...(answer.replayed && { replayed: true }) });
    // Nothing was written while people decide.
    finish("ok", answer.replayed || answer.waitsFor !== undefined);
    return answer;
  } catch (error) {
    const { code } = toRefusal(error);
    addLogFields(request, { tool: tool.name, code });
    finish(code, false, error);
    throw error;
  }
}

export type ToolOutcome =
  | { kind: "answer"; answer: ToolAnswer; links: readonly ResourceLink[] }
  | { kind: "failure"; result: CallToolResult };

/**
 * Calls a tool for tools/call, where a failure that an agent can correct or wait for is a result.
 * @throws Refusal, and any other error that becomes an HTTP error
 */
export async function callToolWithOutcome(
  services: McpServices,
  context: McpRequestContext,
  tool: CatalogTool,
  params: JsonObject,
): Promise<ToolOutcome> {
  try {
    const answer = await callTool(services, context, tool, params);
    return { kind: "answer", answer, links: await findResourceLinks(services, context, answer.json.plain) };
  } catch (error) {
    const refusal = toRefusal(error);
    if (!isToolFailure(refusal)) throw error;
    // A call that may have written was sent, so its key can be read.
    const mayRepeat = !refusal.mayHaveWritten || isRepeatable(createToolCall(context, tool, params));
    const { detail, code } = refusal;
    const links = await findResourceLinks(services, context, Buffer.from(`${detail} ${errorTable[code].remedy}`));
    return { kind: "failure", result: createFailureResult(refusal, context.requestId, mayRepeat, links) };
  }
}

function isRepeatable({ tool, idempotencyKey, args }: ToolCall): boolean {
  return !tool.isWrite || idempotencyKey !== undefined || Boolean(getText(args, "proposal_token"));
}

export function toCallToolResult(outcome: ToolOutcome): CallToolResult {
  return outcome.kind === "answer" ? createSuccessResult(outcome.answer, outcome.links) : outcome.result;
}

/** @param traceparent of the span of the tool call; without it that of the request is used */
function createToolCall(
  { request, reply, tenant }: McpRequestContext,
  tool: CatalogTool,
  params: JsonObject,
  traceparent?: string,
): ToolCall {
  return {
    tool,
    args: params["arguments"],
    tenant,
    client: readClient(request),
    idempotencyKey: readIdempotencyKey(request, getObject(params, "_meta")),
    toCall: (permission) =>
      createCall(request, reply, tenant, tool.name, {
        ...permission,
        ...(traceparent !== undefined && { traceparent }),
      }),
  };
}

function startToolSpan({ request, requestId, tenant }: McpRequestContext, tool: CatalogTool) {
  return startSpan({
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
}
