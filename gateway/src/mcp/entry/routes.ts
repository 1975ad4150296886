import { isLegacyRequest, preloadSchemas } from "@modelcontextprotocol/server";
import type { JsonObject } from "@bufbuild/protobuf";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requireScope, type Tenant } from "../../tenant/tenant.js";
import { mcpPaths } from "../../http/error-replies.js";
import { MalformedBody } from "../../http/json-body.js";
import type { RequestKind } from "../../limits/tenant-limits.js";
import { createAbortSignal, getHeader, addLogFields, requestIdOf, getRequestSpan } from "../../requests.js";
import { answerDirectCall, isDirectCall } from "./direct-call.js";
import { getToolAccess, getToolSet, findTool } from "../tools/catalog.js";
import { mapInternalAuthErrors } from "../tools/internal-auth-errors.js";
import type { McpRequestContext, McpServices, McpOptions } from "../request-context.js";
import { writeCallReply, writeListReply, matchHotPath } from "../protocol/hot-path.js";
import { isObject, getObject, getText } from "../json.js";
import { answerLegacy } from "../protocol/legacy.js";
import { createModernHandler } from "../protocol/modern.js";
import { parseToolFilter } from "../tools/tool-filter.js";
import { findParamsProblem, removeNullParams } from "./params.js";
import { createProposalTokens } from "../proposals/proposal-tokens.js";
import {
  createErrorReply,
  invalidParams,
  invalidRequest,
  parseError,
  createCombinedErrorReply,
} from "../protocol/errors.js";
import { createResources } from "../content/resources.js";
import { createProtocolServer } from "../protocol/server.js";
import { callToolWithOutcome } from "../tools/tool-calls.js";
import { sendWebResponse, toWebRequest } from "../protocol/web-request.js";

export type { McpOptions } from "../request-context.js";

/** A method is the caller's own text; more than the longest real one does not get into the log. */
const methodCharactersMax = 40;

/**
 * The MCP endpoint on both of its paths, and the bare door behind the same paths. Other methods get a 405 from the server.
 * @param options `hotPath: false` lets the SDK answer everything, to compare
 */
export function registerMcp(app: FastifyInstance, deps: McpOptions, { hotPath = true } = {}): void {
  preloadSchemas();
  const clients = mapInternalAuthErrors(deps.clients);
  const mcp: McpServices = {
    ...deps,
    clients,
    proposalTokens: createProposalTokens(deps.config.PROPOSAL_SECRET),
    resources: createResources(clients, deps.logger),
  };
  const answerModern = createModernHandler(mcp);

  void app.register(async (scope) => {
    scope.setErrorHandler(async (error, request, reply) => {
      // Only what could not be read is answered in the protocol's words; everything else is an HTTP error like any other.
      if (!(error instanceof MalformedBody)) throw error;
      // It is a request too, and came here before it was counted.
      if (!reply.hasHeader("ratelimit")) deps.limits.consume(request, reply, await deps.authenticate(request), "list");
      addLogFields(request, { code: error.code });
      return reply.status(400).send(createCombinedErrorReply(null, parseError, error.detail, requestIdOf(request)));
    });
    for (const url of mcpPaths) {
      scope.post(url, {
        // Before the body is read: nobody unknown makes us parse anything.
        onRequest: async (request) => void (await deps.authenticate(request)),
        handler: async (request, reply) => answer(request, reply),
      });
    }
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const tenant = await deps.authenticate(request);
    const { body } = request;
    deps.limits.consume(request, reply, tenant, getRequestKind(body));
    if (body === undefined) throw new MalformedBody("The body is empty.");
    if (!isObject(body)) return sendInvalidRequest(request, reply, describeShapeProblem(body));
    const exchange = createRequestContext(request, reply, tenant, body);
    if (isDirectCall(body)) return answerDirectCall(mcp, exchange, body);
    return answerRpc(exchange, removeNullParams(body));
  }

  async function answerRpc(exchange: McpRequestContext, body: JsonObject): Promise<FastifyReply> {
    const { request, reply, requestId, tenant } = exchange;
    const method = getText(body, "method") ?? "";
    addLogFields(request, { tool: method.slice(0, methodCharactersMax), code: "ok" });
    if (body["jsonrpc"] !== "2.0")
      return sendInvalidRequest(request, reply, 'A JSON-RPC message has "jsonrpc": "2.0".', body["id"]);
    // The SDK would open a stream that never says anything.
    if (method === "subscriptions/listen") return sendNoSubscriptions(exchange, body);
    const problem = findParamsProblem(method, body["params"]);
    if (problem !== undefined) {
      addLogFields(request, { code: "malformed_request" });
      return reply.status(200).send(createErrorReply(body["id"], invalidParams, problem, requestId));
    }
    const tool = method === "tools/call" ? findTool(getText(body["params"], "name") ?? "") : undefined;
    // Permission is a matter of HTTP, so it is settled before the protocol begins.
    if (tool) requireScope(tenant, tool.vertical, getToolAccess(tool), `the tool ${tool.name}`);

    const plain = hotPath ? matchHotPath(request, body) : undefined;
    if (plain && method === "tools/list") return sendJsonText(reply, writeListReply(plain, exchange.toolSet.listText));
    if (plain && tool && exchange.toolFilter.allows(tool)) {
      const outcome = await callToolWithOutcome(mcp, exchange, tool, getObject(body, "params") ?? {});
      return sendJsonText(reply, writeCallReply(plain, outcome));
    }

    const webRequest = toWebRequest(request, createAbortSignal(reply));
    const response = (await isLegacyRequest(webRequest, body))
      ? await answerLegacy(createProtocolServer(mcp, exchange, method), webRequest, body, exchange.isStreamed)
      : await answerModern(exchange, webRequest, body);
    if (exchange.failure !== undefined && !exchange.isStreamed) throw exchange.failure;
    return sendWebResponse(response, reply, requestId);
  }
}

function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header("content-type", "application/json").send(text);
}

function createRequestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  tenant: Tenant,
  body: JsonObject,
): McpRequestContext {
  const toolFilter = parseToolFilter(request);
  const meta = getObject(getObject(body, "params"), "_meta");
  getRequestSpan(request, getText(isDirectCall(body) ? getObject(body, "_meta") : meta, "traceparent"));
  return {
    request,
    reply,
    requestId: requestIdOf(request),
    tenant,
    toolFilter,
    toolSet: getToolSet(tenant.scopes, toolFilter),
    isStreamed:
      meta?.["progressToken"] !== undefined && acceptsEventStream(request) && getText(body, "method") === "tools/call",
  };
}

/** A missing Accept is filled in for JSON; a stream goes only to a caller who says that it reads streams. */
function acceptsEventStream(request: FastifyRequest): boolean {
  return getHeader(request, "accept")?.includes("text/event-stream") === true;
}

/** Read from the body, never from the `Mcp-*` headers: those are the caller's word about it. */
function getRequestKind(body: unknown): RequestKind {
  const method = getText(body, "method");
  const name = method === undefined ? getText(body, "name") : getText(getObject(body, "params"), "name");
  if (method === "tools/call" || (method === undefined && name !== undefined)) {
    return findTool(name ?? "")?.isWrite ? "write" : "read";
  }
  return method === "resources/read" || method === "completion/complete" ? "read" : "list";
}

function describeShapeProblem(body: unknown): string {
  // A list would slip past the checks that look at one call.
  if (Array.isArray(body)) return "JSON-RPC batches are not taken: send one message per request.";
  return "Send a JSON-RPC message, or an object with name and arguments.";
}

function sendInvalidRequest(request: FastifyRequest, reply: FastifyReply, detail: string, id?: unknown): FastifyReply {
  addLogFields(request, { code: "malformed_request" });
  return reply.status(400).send(createCombinedErrorReply(id, invalidRequest, detail, requestIdOf(request)));
}

function sendNoSubscriptions({ reply, requestId }: McpRequestContext, body: JsonObject): FastifyReply {
  const detail = "This server has no subscriptions: ask the list methods again when their ttlMs has passed.";
  return reply.status(404).send(createErrorReply(body["id"], -32601, detail, requestId));
}
