import type { JsonObject } from "@bufbuild/protobuf";
import { isLegacyRequest } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createAbortSignal } from "../../request/call.js";
import { addLogFields } from "../../request/request-state.js";
import { requireScope } from "../../tenant/scopes.js";
import { getObject, getText } from "../json.js";
import {
  createCombinedErrorReply,
  createErrorReply,
  invalidParams,
  invalidRequest,
  methodNotFound,
} from "../protocol/errors.js";
import { matchHotPath, writeCallReply, writeListReply } from "../protocol/hot-path.js";
import { answerLegacy } from "../protocol/legacy.js";
import { type AnswerModern, createModernHandler } from "../protocol/modern.js";
import { createProtocolServer } from "../protocol/server.js";
import { McpWebRequest, sendWebResponse } from "../protocol/web-request.js";
import type { McpRequestContext, McpServices } from "../request-context.js";
import { findTool, getToolAccess } from "../tools/catalog.js";
import { callToolWithOutcome } from "../tools/tool-calls.js";
import { findParamsProblem } from "./params.js";

/** The method is text of the caller; no real one is longer than this. */
const loggedMethodMax = 40;

export type AnswerRpc = (context: McpRequestContext, body: JsonObject) => Promise<FastifyReply>;

/** Answers JSON-RPC messages: first checks that need no SDK, then the hot path, then the SDK for the protocol version. */
export function createRpcHandler(services: McpServices, hotPath: boolean): AnswerRpc {
  const answerModern = createModernHandler(services);

  return async (context, body) => {
    const { request, reply, tenant, toolFilter, toolSet } = context;
    const method = getText(body, "method") ?? "";
    addLogFields(request, { tool: method.slice(0, loggedMethodMax), code: "ok" });
    const rejected = rejectMessage(context, method, body);
    if (rejected) return rejected;
    const tool = method === "tools/call" ? findTool(getText(body["params"], "name") ?? "") : undefined;
    // A missing permission is an HTTP error, so it is checked before the SDK is involved.
    if (tool) requireScope(tenant, tool.vertical, getToolAccess(tool), `the tool ${tool.name}`);
    const matched = hotPath ? matchHotPath(request, body) : undefined;
    if (matched && method === "tools/list") return sendJsonText(reply, writeListReply(matched, toolSet.listText));
    if (matched && tool && toolFilter.allows(tool)) {
      const outcome = await callToolWithOutcome(services, context, tool, getObject(body, "params") ?? {});
      return sendJsonText(reply, writeCallReply(matched, outcome));
    }
    return answerWithSdk(services, answerModern, context, method, body);
  };
}

function rejectMessage(context: McpRequestContext, method: string, body: JsonObject): FastifyReply | undefined {
  const { request, reply, requestId } = context;
  if (body["jsonrpc"] !== "2.0") {
    return sendInvalidRequest(request, reply, 'A JSON-RPC message has "jsonrpc": "2.0".', body["id"]);
  }
  // The SDK would open a stream on which nothing is ever sent.
  if (method === "subscriptions/listen") return sendNoSubscriptions(context, body);
  const problem = findParamsProblem(method, body["params"]);
  if (problem === undefined) return undefined;
  addLogFields(request, { code: "malformed_request" });
  return reply.status(200).send(createErrorReply(body["id"], invalidParams, problem, requestId));
}

async function answerWithSdk(
  services: McpServices,
  answerModern: AnswerModern,
  context: McpRequestContext,
  method: string,
  body: JsonObject,
): Promise<FastifyReply> {
  const { reply, requestId, isStreamed } = context;
  const webRequest = new McpWebRequest(context, method, createAbortSignal(reply));
  const response = (await isLegacyRequest(webRequest, body))
    ? await answerLegacy(createProtocolServer(services, context, method), webRequest, body, isStreamed)
    : await answerModern(webRequest, body);
  if (context.failure !== undefined && !isStreamed) throw context.failure;
  return sendWebResponse(response, reply, requestId);
}

function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header("content-type", "application/json").send(text);
}

export function sendInvalidRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  detail: string,
  id?: unknown,
): FastifyReply {
  addLogFields(request, { code: "malformed_request" });
  return reply.status(400).send(createCombinedErrorReply(id, invalidRequest, detail, request.id));
}

function sendNoSubscriptions({ reply, requestId }: McpRequestContext, body: JsonObject): FastifyReply {
  const detail = "This server has no subscriptions: ask the list methods again when their ttlMs has passed.";
  return reply.status(404).send(createErrorReply(body["id"], methodNotFound, detail, requestId));
}
