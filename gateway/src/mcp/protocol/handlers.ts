import {
  inputRequired,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  ProtocolError,
  type Server,
  type ServerContext,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/server";
import { Refusal, toRefusal } from "@tenant-ops/kit/errors";
import { uncounted } from "../../agent-calls/agent-calls.js";
import { createCall } from "../../request/call.js";
import { addLogFields } from "../../request/request-state.js";
import {
  embedResources,
  findCompleter,
  getPrompt,
  listPrompts,
  type ReadResource,
  type ReadTool,
  toCompletionResult,
} from "../content/prompts.js";
import { isObject } from "../json.js";
import type { McpRequestContext, McpServices } from "../request-context.js";
import { type CatalogTool, findTool, requireTool } from "../tools/catalog.js";
import type { WaitingApproval } from "../proposals/held-proposals.js";
import { parseAnswer } from "../tools/dispatch.js";
import { callTool, callToolWithOutcome, toCallToolResult } from "../tools/tool-calls.js";
import { createProtocolError } from "./errors.js";

type InstallHandler = (server: Server, services: McpServices, context: McpRequestContext) => void;

/** MCP method → installs its handler on a server. */
export const handlerInstallers: Record<string, InstallHandler> = {
  "tools/list": (server, _, context) => server.setRequestHandler("tools/list", () => ({ ...context.toolSet.list })),

  "tools/call": (server, services, context) =>
    server.setRequestHandler("tools/call", ({ params }, serverContext) =>
      withFailure(services, context, async () => {
        const tool = requireKnownTool(services, context, params.name);
        if (context.isStreamed) await sendProgress(serverContext, 0, `Calling ${tool.name}`);
        const outcome = await callToolWithOutcome(services, context, tool, isObject(params) ? params : {});
        if (context.isStreamed) await sendProgress(serverContext, 1, `${tool.name} has answered`);
        const { waitsFor } = outcome.kind === "answer" ? outcome.answer : {};
        return (waitsFor && askUser(context, serverContext, waitsFor)) ?? toCallToolResult(outcome);
      }),
    ),

  "resources/list": (server, services, context) =>
    server.setRequestHandler("resources/list", () =>
      withFailure(services, context, async () => ({
        resources: await services.resources.list(createContextCall(context, "resources/list")),
      })),
    ),

  "resources/templates/list": (server) =>
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] })),

  "resources/read": (server, services, context) =>
    server.setRequestHandler("resources/read", ({ params: { uri } }) =>
      withFailure(services, context, () => readResource(services, context, uri)),
    ),

  "prompts/list": (server, _, context) =>
    server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts(context.toolSet) })),

  "prompts/get": (server, services, context) =>
    server.setRequestHandler("prompts/get", async ({ params }) => {
      const prompt = getPrompt(context.toolSet, params.name, params.arguments ?? {});
      if (typeof prompt === "string") throw createProtocolError(INVALID_PARAMS, prompt, context.requestId);
      return embedResources(prompt, createResourceReader(services, context));
    }),

  "completion/complete": (server, services, context) =>
    server.setRequestHandler("completion/complete", ({ params: { ref, argument } }) =>
      withFailure(services, context, async () => {
        const completer =
          ref.type === "ref/prompt" ? findCompleter(context.toolSet, ref.name, argument.name) : undefined;
        const readTool = createToolReader(services, context);
        return toCompletionResult(completer ? await completer(argument.value, readTool) : []);
      }),
    ),
};

/**
 * Stores an error that has to become an HTTP error in the context; the route throws it after the SDK has returned. The
 * JSON-RPC error that is thrown here reaches the caller only in a stream, whose HTTP status is already sent.
 */
async function withFailure<Result>(
  services: McpServices,
  context: McpRequestContext,
  handle: () => Promise<Result>,
): Promise<Result> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { request, requestId, isStreamed } = context;
    const failure = error instanceof Error ? error : new Error("MCP failed", { cause: error });
    context.failure = failure;
    const refusal = toRefusal(failure);
    addLogFields(request, { code: refusal.code });
    if (isStreamed) services.logger.error({ err: failure, requestId }, "mcp failed in a stream");
    throw createProtocolError(INTERNAL_ERROR, refusal.detail, requestId, { error: refusal.code });
  }
}

/**
 * Lets the host show its user where a person decides, and call again afterwards.
 * @returns undefined for a host without elicitation of addresses, and when the user has just seen it: then the agent waits by itself
 * @throws ProtocolError -32042 of the protocol versions up to 2025-11-25
 */
function askUser({ mayOpenUrls }: McpRequestContext, { mcpReq }: ServerContext, { id, url }: WaitingApproval) {
  if (!mayOpenUrls) return undefined;
  const message = "A person has to approve what the agent wants to do.";
  if (mcpReq.envelope === undefined)
    throw new UrlElicitationRequiredError([{ mode: "url", elicitationId: id, url, message }], message);
  if (mcpReq.inputResponses !== undefined) return undefined;
  return inputRequired({ inputRequests: { approval: inputRequired.elicitUrl({ url, message }) } });
}

function requireKnownTool(
  { agentCalls }: McpServices,
  { request, requestId, tenant, toolFilter }: McpRequestContext,
  name: string,
): CatalogTool {
  const find = () => requireTool(tenant, toolFilter, name);
  try {
    return agentCalls.check({ tenant, request }, findTool(name)?.name, find);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "unknown_tool") throw error;
    addLogFields(request, { code: error.code });
    throw createProtocolError(INVALID_PARAMS, error.detail, requestId);
  }
}

async function readResource(services: McpServices, context: McpRequestContext, uri: string) {
  try {
    return await services.resources.read(uri, createContextCall(context, "resources/read"));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "route_not_found") throw error;
    throw createProtocolError(INVALID_PARAMS, error.detail, context.requestId, { uri });
  }
}

/** @param progress of 1: a tool call is one step */
async function sendProgress(serverContext: ServerContext, progress: 0 | 1, message: string): Promise<void> {
  const progressToken = serverContext.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress, total: 1, message };
  await serverContext.mcpReq.notify({ method: "notifications/progress", params });
}

function createContextCall({ request, reply, tenant }: McpRequestContext, operation: string) {
  return createCall(request, reply, tenant, operation);
}

/** For completions, which are optional: a tool that fails or is not allowed completes nothing. */
function createToolReader(services: McpServices, context: McpRequestContext): ReadTool {
  return async (name, args) => {
    const tool = context.toolSet.has(name) ? findTool(name) : undefined;
    if (!tool) return undefined;
    try {
      // The host asks for words to propose; the agent has not called the tool.
      const unseen = { ...services, agentCalls: uncounted };
      return parseAnswer(await callTool(unseen, context, tool, { arguments: args }));
    } catch (error) {
      services.logger.warn({ err: error, tool: name, requestId: context.requestId }, "completion failed");
      return undefined;
    }
  };
}

/** For prompts: without a resource a prompt is still of use, and it names the resource. */
function createResourceReader(services: McpServices, context: McpRequestContext): ReadResource {
  return async (uri) => {
    try {
      return await services.resources.read(uri, createContextCall(context, "prompts/get"));
    } catch (error) {
      services.logger.warn({ err: error, uri, requestId: context.requestId }, "prompt resource failed");
      return undefined;
    }
  };
}
