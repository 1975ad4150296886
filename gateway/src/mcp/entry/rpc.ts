import { cutText } from "@tenant-ops/kit/texts";
import type { JsonObject } from "@bufbuild/protobuf";
import {
  createMcpHandler,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isLegacyRequest,
  METHOD_NOT_FOUND,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendWithConstantText } from "../../http/constant-text.js";
import { createAbortSignal } from "../../request/call.js";
import { getHeader } from "../../request/headers.js";
import { addLogFields } from "../../request/request-state.js";
import { getObject, getText } from "../json.js";
import { createCombinedErrorReply, createErrorReply, noSuchMethod } from "../protocol/errors.js";
import { type HotPathRequest, matchHotPath, writeCallReply, writeListFrame } from "../protocol/hot-path.js";
import type { ServerInfo } from "../protocol/server-info.js";
import { createProtocolServer } from "../protocol/server.js";
import { McpWebRequest, sendWebResponse } from "../protocol/web-request.js";
import type { McpRequestContext, McpServices } from "../request-context.js";
import { findTool, requireToolAccess } from "../tools/catalog.js";
import { callToolWithOutcome } from "../tools/tool-calls.js";
import { nameSession } from "./client-features.js";
import { findParamsProblem, findSpecProblem, getEra, isMethod, isReadableParams } from "./params.js";

/** The method is text of the caller; no real one is longer than this. */
const loggedMethodMax = 40;
/** The id is sent back, also with an error. */
const idCharactersMax = 256;

export type AnswerRpc = (context: McpRequestContext, body: JsonObject) => Promise<FastifyReply>;

/** Answers JSON-RPC messages: first checks that need no SDK, then the hot path, then the SDK for the protocol version. */
export function createRpcHandler(services: McpServices, hotPath: boolean): AnswerRpc {
  const answerModern = createModernHandler(services);

  return async (context, body) => {
    const { request, reply, tenant, toolFilter } = context;
    const method = getText(body, "method") ?? "";
    addLogFields(request, { tool: cutText(method, loggedMethodMax), code: "ok" });
    const rejected = rejectMessage(context, method, body);
    if (rejected) return rejected;
    const tool = method === "tools/call" ? findTool(getText(body["params"], "name") ?? "") : undefined;
    // A missing permission is an HTTP error, so it is checked before the SDK is involved.
    if (tool) services.agentCalls.check({ tenant, request }, tool.name, () => requireToolAccess(tenant, tool));
    const matched = hotPath ? matchHotPath(request, body) : undefined;
    if (matched && method === "tools/list") return sendToolList(context, matched, services.serverInfo());
    // Its answer may be an address for the user, which the SDK writes.
    const mayAskUser = tool?.isWrite && context.mayOpenUrls;
    if (matched && tool && toolFilter.allows(tool) && !mayAskUser) {
      const outcome = await callToolWithOutcome(services, context, tool, getObject(body, "params") ?? {});
      return sendJson(reply, writeCallReply(matched, outcome, services.serverInfo()));
    }
    const problem = findSpecProblem(method, body["params"]);
    if (problem !== undefined) return sendInvalidParams(context, body, problem);
    return answerWithSdk(services, answerModern, context, method, body);
  };
}

/** Answers messages that need no handler: a message of the wrong form, a notification, and wrong params. */
function rejectMessage(context: McpRequestContext, method: string, body: JsonObject): FastifyReply | undefined {
  const { request, reply } = context;
  const { id, params } = body;
  if (body["jsonrpc"] !== "2.0") {
    return sendInvalidRequest(request, reply, 'A JSON-RPC message has "jsonrpc": "2.0".', id);
  }
  // This server sends no requests, so there is nothing to do with a response.
  if (body["method"] === undefined && isResponse(body)) return reply.status(202).send();
  if (method === "") return sendInvalidRequest(request, reply, "A JSON-RPC request names its method.", id);
  // Nothing here depends on a notification, and a notification gets no answer, with any content.
  if (!Object.hasOwn(body, "id")) return reply.status(202).send();
  if (!isRequestId(id)) {
    const detail = `The id of a request is a whole number or a text of at most ${idCharactersMax} characters.`;
    return sendInvalidRequest(request, reply, detail);
  }
  // The SDK would open a stream on which nothing is ever sent.
  if (method === "subscriptions/listen") return sendNoSubscriptions(context, body);
  if (!isMethod(method, getRequestEra(request, body))) return rejectUnknown(context, body);
  const problem = findParamsProblem(method, params);
  return problem === undefined ? undefined : sendInvalidParams(context, body, problem);
}

/** The SDK answers an unknown method, except when its params have a form that the SDK cannot read. */
function rejectUnknown({ request, reply, requestId }: McpRequestContext, body: JsonObject): FastifyReply | undefined {
  if (isReadableParams(body["params"])) return undefined;
  const status = getRequestEra(request, body) === "modern" ? 404 : 200;
  addLogFields(request, { code: "malformed_request" });
  return reply.status(status).send(createErrorReply(body["id"], METHOD_NOT_FOUND, noSuchMethod, requestId));
}

function sendInvalidParams(
  { request, reply, requestId }: McpRequestContext,
  body: JsonObject,
  problem: string,
): FastifyReply {
  addLogFields(request, { code: "malformed_request" });
  return reply.status(200).send(createErrorReply(body["id"], INVALID_PARAMS, problem, requestId));
}

function getRequestEra(request: FastifyRequest, body: JsonObject) {
  return getEra(getHeader(request, "mcp-protocol-version"), body);
}

function isResponse(body: JsonObject): boolean {
  return Object.hasOwn(body, "result") || Object.hasOwn(body, "error");
}

function isRequestId(id: unknown): boolean {
  return typeof id === "string" ? id.length <= idCharactersMax : Number.isSafeInteger(id);
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
  if (method === "initialize") nameSession(reply, body);
  return sendWebResponse(response, reply, requestId);
}

function sendToolList(
  { request, reply, toolSet }: McpRequestContext,
  matched: HotPathRequest,
  serverInfo: ServerInfo,
): Promise<FastifyReply> {
  const { before, after } = writeListFrame(matched, serverInfo);
  void reply.header("content-type", "application/json; charset=utf-8");
  return sendWithConstantText(request, reply, [before, toolSet.listText, after]);
}

function sendJson(reply: FastifyReply, json: Buffer): FastifyReply {
  return reply.header("content-type", "application/json; charset=utf-8").send(json);
}

export function sendInvalidRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  detail: string,
  id?: unknown,
): FastifyReply {
  addLogFields(request, { code: "malformed_request" });
  const echoed = isRequestId(id) ? id : null;
  return reply.status(400).send(createCombinedErrorReply(echoed, INVALID_REQUEST, detail, request.id));
}

function sendNoSubscriptions({ reply, requestId }: McpRequestContext, body: JsonObject): FastifyReply {
  const detail = "This server has no subscriptions: ask the list methods again when their ttlMs has passed.";
  return reply.status(404).send(createErrorReply(body["id"], METHOD_NOT_FOUND, detail, requestId));
}

/**
 * Answers a request of a protocol version up to 2025-11-25. No session is kept, because no method needs one.
 * @param isStreamed reply with an event stream, because the caller asked for progress
 */
async function answerLegacy(
  server: Server,
  request: Request,
  parsedBody: unknown,
  isStreamed: boolean,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: !isStreamed,
  });
  await server.connect(transport);
  // After an abort the transport never returns a response.
  const aborted = new Promise<Response>((resolve) => {
    request.signal.addEventListener("abort", () => {
      void server.close();
      resolve(new Response(null, { status: 499 }));
    });
  });
  const response = await Promise.race([transport.handleRequest(request, { parsedBody }), aborted]);
  if (!isStreamed) void server.close();
  return response;
}

type AnswerModern = (request: McpWebRequest, parsedBody: unknown) => Promise<Response>;

/** Answers requests of protocol 2026-07-28, each with its own `Server`. */
function createModernHandler(services: McpServices): AnswerModern {
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      if (!(requestInfo instanceof McpWebRequest)) throw new Error("The SDK passed another request object");
      return createProtocolServer(services, requestInfo.context, requestInfo.mcpMethod);
    },
    {
      legacy: "reject",
      onerror: (error) => services.logger.debug({ err: error }, "mcp request refused"),
    },
  );
  return (request, parsedBody) => handler.fetch(request, { parsedBody });
}
