import { isLegacyRequest, preloadSchemas } from "@modelcontextprotocol/server";
import type { JsonObject } from "@bufbuild/protobuf";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requireScope, type Tenant } from "../auth/tenant.js";
import { mcpPaths } from "../http/answers.js";
import { UnreadableBody } from "../http/body.js";
import type { Kind } from "../limits/limits.js";
import { abortSignalOf, headerOf, note, requestIdOf, spanOf } from "../requests.js";
import { answerBare, isBareCall } from "./bare.js";
import { accessOf, select, toolNamed } from "./catalog.js";
import { believed } from "./believed.js";
import type { Exchange, Mcp, McpDeps } from "./exchange.js";
import { callAnswer, listAnswer, plainRequest } from "./hot-path.js";
import { isObject, objectAt, textAt } from "./json.js";
import { answerLegacy } from "./legacy.js";
import { createModern } from "./modern.js";
import { readNarrowing } from "./narrowing.js";
import { problemInParams, withoutNulls } from "./params.js";
import { createProposals } from "./proposals.js";
import { errorAnswer, invalidParams, invalidRequest, parseError, unclearAnswer } from "./protocol-errors.js";
import { createResources } from "./resources.js";
import { serverFor } from "./server.js";
import { toolOutcome } from "./tool-calls.js";
import { sendWeb, toWebRequest } from "./web.js";

export type { McpDeps } from "./exchange.js";

/** A method is the caller's own text; more than the longest real one does not get into the log. */
const methodCharactersMax = 40;

/**
 * The MCP endpoint on both of its paths, and the bare door behind the same paths. Other methods get a 405 from the server.
 * @param options `hotPath: false` lets the SDK answer everything, to compare
 */
export function registerMcp(app: FastifyInstance, deps: McpDeps, { hotPath = true } = {}): void {
  preloadSchemas();
  const clients = believed(deps.clients);
  const mcp: Mcp = {
    ...deps,
    clients,
    proposals: createProposals(deps.config.PROPOSAL_SECRET),
    resources: createResources(clients, deps.logger),
  };
  const answerModern = createModern(mcp);

  void app.register(async (scope) => {
    scope.setErrorHandler(async (error, request, reply) => {
      // Only what could not be read is answered in the protocol's words; everything else is an HTTP error like any other.
      if (!(error instanceof UnreadableBody)) throw error;
      // It is a request too, and came here before it was counted.
      if (!reply.hasHeader("ratelimit")) deps.limits.take(request, reply, await deps.authenticate(request), "list");
      note(request, { code: error.code });
      return reply.status(400).send(unclearAnswer(null, parseError, error.detail, requestIdOf(request)));
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
    deps.limits.take(request, reply, tenant, kindOf(body));
    if (body === undefined) throw new UnreadableBody("The body is empty.");
    if (!isObject(body)) return refuse(request, reply, shapeProblem(body));
    const exchange = begin(request, reply, tenant, body);
    if (isBareCall(body)) return answerBare(mcp, exchange, body);
    return answerRpc(exchange, withoutNulls(body));
  }

  async function answerRpc(exchange: Exchange, body: JsonObject): Promise<FastifyReply> {
    const { request, reply, requestId, tenant } = exchange;
    const method = textAt(body, "method") ?? "";
    note(request, { tool: method.slice(0, methodCharactersMax), code: "ok" });
    if (body["jsonrpc"] !== "2.0")
      return refuse(request, reply, 'A JSON-RPC message has "jsonrpc": "2.0".', body["id"]);
    // The SDK would open a stream that never says anything.
    if (method === "subscriptions/listen") return sendNoSuchMethod(exchange, body);
    const problem = problemInParams(method, body["params"]);
    if (problem !== undefined) {
      note(request, { code: "malformed_request" });
      return reply.status(200).send(errorAnswer(body["id"], invalidParams, problem, requestId));
    }
    const tool = method === "tools/call" ? toolNamed(textAt(body["params"], "name") ?? "") : undefined;
    // Permission is a matter of HTTP, so it is settled before the protocol begins.
    if (tool) requireScope(tenant, tool.vertical, accessOf(tool), `the tool ${tool.name}`);

    const plain = hotPath ? plainRequest(request, body) : undefined;
    if (plain && method === "tools/list") return sendText(reply, listAnswer(plain, exchange.selection.listText));
    if (plain && tool && exchange.narrowing.admits(tool)) {
      const outcome = await toolOutcome(mcp, exchange, tool, objectAt(body, "params") ?? {});
      return sendText(reply, callAnswer(plain, outcome));
    }

    const webRequest = toWebRequest(request, abortSignalOf(reply));
    const response = (await isLegacyRequest(webRequest, body))
      ? await answerLegacy(serverFor(mcp, exchange, method), webRequest, body, exchange.streams)
      : await answerModern(exchange, webRequest, body);
    if (exchange.failure !== undefined && !exchange.streams) throw exchange.failure;
    return sendWeb(response, reply, requestId);
  }
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header("content-type", "application/json").send(text);
}

function begin(request: FastifyRequest, reply: FastifyReply, tenant: Tenant, body: JsonObject): Exchange {
  const narrowing = readNarrowing(request);
  const meta = objectAt(objectAt(body, "params"), "_meta");
  spanOf(request, textAt(isBareCall(body) ? objectAt(body, "_meta") : meta, "traceparent"));
  return {
    request,
    reply,
    requestId: requestIdOf(request),
    tenant,
    narrowing,
    selection: select(tenant.scopes, narrowing),
    streams:
      meta?.["progressToken"] !== undefined && acceptsStreams(request) && textAt(body, "method") === "tools/call",
  };
}

/** A missing Accept is filled in for JSON; a stream goes only to a caller who says that it reads streams. */
function acceptsStreams(request: FastifyRequest): boolean {
  return headerOf(request, "accept")?.includes("text/event-stream") === true;
}

/** Read from the body, never from the `Mcp-*` headers: those are the caller's word about it. */
function kindOf(body: unknown): Kind {
  const method = textAt(body, "method");
  const name = method === undefined ? textAt(body, "name") : textAt(objectAt(body, "params"), "name");
  if (method === "tools/call" || (method === undefined && name !== undefined)) {
    return toolNamed(name ?? "")?.isWrite ? "write" : "read";
  }
  return method === "resources/read" || method === "completion/complete" ? "read" : "list";
}

function shapeProblem(body: unknown): string {
  // A list would slip past the checks that look at one call.
  if (Array.isArray(body)) return "JSON-RPC batches are not taken: send one message per request.";
  return "Send a JSON-RPC message, or an object with name and arguments.";
}

function refuse(request: FastifyRequest, reply: FastifyReply, detail: string, id?: unknown): FastifyReply {
  note(request, { code: "malformed_request" });
  return reply.status(400).send(unclearAnswer(id, invalidRequest, detail, requestIdOf(request)));
}

function sendNoSuchMethod({ reply, requestId }: Exchange, body: JsonObject): FastifyReply {
  const detail = "This server has no subscriptions: ask the list methods again when their ttlMs has passed.";
  return reply.status(404).send(errorAnswer(body["id"], -32601, detail, requestId));
}
