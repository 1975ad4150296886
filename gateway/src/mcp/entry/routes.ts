import type { JsonObject } from "@bufbuild/protobuf";
import { PARSE_ERROR, preloadSchemas } from "@modelcontextprotocol/server";
import { Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MalformedBody } from "../../http/json-body.js";
import { mcpPaths } from "../../http/other-sites.js";
import type { RequestKind } from "../../limits/tenant-limits.js";
import { getHeader } from "../../request/headers.js";
import { getRequestSpan } from "../../request/request-span.js";
import { addLogFields } from "../../request/request-state.js";
import type { Tenant } from "../../tenant/tenant.js";
import { createResources } from "../content/resources.js";
import { getObject, getText, isObject } from "../json.js";
import { createProposalTokens } from "../proposals/proposal-tokens.js";
import { createCombinedErrorReply } from "../protocol/errors.js";
import { createServerInfo } from "../protocol/server-info.js";
import type { McpOptions, McpRequestContext, McpServices } from "../request-context.js";
import { findTool, getToolSet, requireTool } from "../tools/catalog.js";
import { callTool } from "../tools/tool-calls.js";
import { parseToolFilter } from "../tools/tool-filter.js";
import { hasFeature } from "./client-features.js";
import { removeNullParams } from "./params.js";
import { registerPublicDocuments } from "./public-documents.js";
import { createRpcHandler, sendInvalidRequest } from "./rpc.js";

/** Older clients refuse a result with an unknown kind of content. They send no header either. */
const firstVersionWithLinks = "2025-06-18";

/** @throws Refusal malformed_request for a tool filter that cannot be parsed */
function createRequestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  tenant: Tenant,
  body: JsonObject,
): McpRequestContext {
  const toolFilter = parseToolFilter(request, tenant.toolsets);
  const meta = getObject(getObject(body, "params"), "_meta");
  getRequestSpan(request, getText(isDirectCall(body) ? getObject(body, "_meta") : meta, "traceparent"));
  return {
    request,
    reply,
    requestId: request.id,
    tenant,
    toolFilter,
    toolSet: getToolSet(tenant.askableScopes ?? tenant.scopes, toolFilter, hasFeature(request, body, "apps")),
    isStreamed:
      meta?.["progressToken"] !== undefined && acceptsEventStream(request) && getText(body, "method") === "tools/call",
    mayOpenUrls: tenant.approvalPolicy !== 0 && hasFeature(request, body, "urls"),
    takesResourceLinks: (getHeader(request, "mcp-protocol-version") ?? "") >= firstVersionWithLinks,
  };
}

/** A missing Accept counts as JSON; only a caller that says so gets a stream. */
function acceptsEventStream(request: FastifyRequest): boolean {
  return getHeader(request, "accept")?.includes("text/event-stream") === true;
}

/** Methods that call services. */
const readMethods = new Set(["resources/read", "prompts/get", "completion/complete"]);

/** The name of the tool that a body calls, by JSON-RPC or directly; undefined when it calls none. */
function readToolName(body: unknown): string | undefined {
  const method = getText(body, "method");
  if (method === "tools/call") return getText(getObject(body, "params"), "name") ?? "";
  return method === undefined ? getText(body, "name") : undefined;
}

/** The kind by which the limits count a request. It is read from the body: the `Mcp-*` headers are only a copy that may differ. */
function getRequestKind(body: unknown, toolName: string | undefined): RequestKind {
  if (toolName !== undefined) return findTool(toolName)?.isWrite ? "write" : "read";
  return readMethods.has(getText(body, "method") ?? "") ? "read" : "list";
}

/**
 * `POST` on both MCP paths, for JSON-RPC and for direct calls. The server replies 405 to other methods.
 * @param given for tests: `hotPath` false lets the SDK answer every request; `now` is the clock of proposal tokens
 */
export function mcpRoutes(
  app: FastifyInstance,
  options: McpOptions,
  { hotPath = true, now = Date.now }: { hotPath?: boolean; now?: () => number } = {},
): void {
  preloadSchemas();
  const services = createServices(options, now);
  const answerRpc = createRpcHandler(services, hotPath);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const tenant = await options.authenticate(request);
    const { body } = request;
    const toolName = readToolName(body);
    const consume = () => options.limits.consume(reply, tenant, getRequestKind(body, toolName));
    if (toolName === undefined) consume();
    else options.agentCalls.check({ tenant, request }, findTool(toolName)?.name, consume);
    if (body === undefined) throw new MalformedBody("The body is empty.");
    if (!isObject(body)) return sendInvalidRequest(request, reply, describeShapeProblem(body));
    const context = createRequestContext(request, reply, tenant, body);
    if (isDirectCall(body)) return answerDirectCall(services, context, body);
    return answerRpc(context, removeNullParams(body));
  }

  registerPublicDocuments(app, options.publicUrl, services.serverInfo);
  void app.register(async (scope) => {
    replyToMalformedBodies(scope, options);
    for (const url of mcpPaths.flatMap((path) => [path, `${path}/`])) {
      scope.post(url, {
        config: { caller: "tenant" },
        // Runs before the body is read: only bodies of authenticated callers within their limits are parsed.
        onRequest: async (request, reply) => {
          const tenant = await options.authenticate(request);
          options.limits.admit(reply, tenant);
          options.limits.consumeBody(reply, tenant);
        },
        handler: async (request, reply) => answer(request, reply),
      });
    }
  });
}

/** A direct call is an object with `name` and `arguments`, without JSON-RPC around it. */
function isDirectCall(body: JsonObject): boolean {
  return !Object.hasOwn(body, "jsonrpc") && !Object.hasOwn(body, "method") && getText(body, "name") !== undefined;
}

/**
 * Replies with the result object of the tool.
 * @throws Refusal, which becomes an HTTP error with its own status
 */
async function answerDirectCall(
  services: McpServices,
  context: McpRequestContext,
  body: JsonObject,
): Promise<FastifyReply> {
  const { request, tenant, toolFilter, reply } = context;
  const name = getText(body, "name") ?? "";
  const find = () => requireTool(tenant, toolFilter, name);
  const tool = services.agentCalls.check({ tenant, request }, findTool(name)?.name, find);
  const { json, replayed } = await callTool(services, context, tool, body);
  if (replayed) void reply.header("idempotent-replayed", "true");
  return reply.header("content-type", "application/json; charset=utf-8").send(json.plain);
}

function createServices(options: McpOptions, now: () => number): McpServices {
  const clients = mapInternalAuthErrors(options.clients);
  return {
    ...options,
    clients,
    appUrl: options.config.APP_URL,
    proposalTokens: createProposalTokens({
      secrets: options.config.PROPOSAL_SECRET,
      lifetimeMs: options.config.PROPOSAL_LIFETIME_SECONDS * 1000,
      now,
    }),
    resources: createResources(clients, options.logger),
    serverInfo: createServerInfo(options.publicUrl, options.config.CONSOLE_URL),
  };
}

/**
 * Clients that turn `unauthorized` from a service into an internal error. The caller is already authenticated: when a service
 * rejects the signed call context, our keys are misconfigured, and a 401 would make the caller replace a valid key.
 */
function mapInternalAuthErrors(clients: RpcClients): RpcClients {
  return {
    unary: (...args) => clients.unary(...args).catch(rejectMapped),
    unaryJson: (...args) => clients.unaryJson(...args).catch(rejectMapped),
    close: () => clients.close(),
  };
}

function rejectMapped(error: unknown): never {
  const isInternal = error instanceof Refusal && error.code === "unauthorized";
  throw isInternal ? new Error("A service rejected the call context of the gateway", { cause: error }) : error;
}

/** A body that cannot be parsed gets a JSON-RPC error; every other error is an HTTP error as on all routes. */
function replyToMalformedBodies(scope: FastifyInstance, { authenticate, limits }: McpOptions): void {
  scope.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof MalformedBody)) throw error;
    // Parsing failed before the request was counted.
    if (!reply.hasHeader("ratelimit")) limits.consume(reply, await authenticate(request), "list");
    addLogFields(request, { code: error.code });
    return reply.status(400).send(createCombinedErrorReply(null, PARSE_ERROR, error.detail, request.id));
  });
}

function describeShapeProblem(body: unknown): string {
  // Limits and permissions are checked for one message; the messages of a batch would bypass these checks.
  if (Array.isArray(body)) return "JSON-RPC batches are not taken: send one message per request.";
  return "Send a JSON-RPC message, or an object with name and arguments.";
}
