import { readFileSync } from "node:fs";
import { ProtocolError, Server, type ServerContext } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { toRefusal, Refusal } from "@tenant-ops/kit/errors";
import { addLogFields, createCall } from "../../requests.js";
import { findTool, requireTool } from "../tools/catalog.js";
import { toCompletionResult, type ReadTool } from "../content/completions.js";
import type { McpRequestContext, McpServices } from "../request-context.js";
import { instructions } from "../content/instructions.js";
import { isObject, getObject, getText } from "../json.js";
import { findCompleter, getPrompt, listPrompts } from "../content/prompts.js";
import { internalError, invalidParams, createProtocolError } from "./errors.js";
import { callToolWithOutcome, toCallToolResult, callTool } from "../tools/tool-calls.js";

// An image is one file without a package.json beside it; deploy/images/bundle.mjs puts the version in this variable's place.
const version = process.env["TENANT_OPS_VERSION"] ?? readPackageVersion();
export const serverInfo = { name: "tenant-ops", title: "Tenant Operations", version };
export const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Lists depend on the key, so no shared cache may keep them. */
export const listCacheHint = { ttlMs: 300_000, cacheScope: "private" } as const;

const options = {
  capabilities,
  instructions,
  cacheHints: {
    "tools/list": listCacheHint,
    "prompts/list": listCacheHint,
    "resources/list": listCacheHint,
    "resources/templates/list": listCacheHint,
    "server/discover": listCacheHint,
  },
  // Without it every instance compiles a validator of its own, for answers to questions that we never ask.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
};

type InstallHandler = (server: Server, mcp: McpServices, exchange: McpRequestContext) => void;

const handlerInstallers: Record<string, InstallHandler> = {
  "tools/list": (server, _, exchange) => server.setRequestHandler("tools/list", () => ({ ...exchange.toolSet.list })),

  "tools/call": (server, mcp, exchange) =>
    server.setRequestHandler("tools/call", ({ params }, context) =>
      captureFailure(mcp, exchange, async () => {
        const tool = requireKnownTool(exchange, params.name);
        if (exchange.isStreamed) await sendProgress(context, `Calling ${tool.name}`);
        return toCallToolResult(await callToolWithOutcome(mcp, exchange, tool, isObject(params) ? params : {}));
      }),
    ),

  "resources/list": (server, mcp, exchange) =>
    server.setRequestHandler("resources/list", () =>
      captureFailure(mcp, exchange, async () => ({
        resources: await mcp.resources.list(createContextCall(exchange, "resources/list")),
      })),
    ),

  "resources/templates/list": (server) =>
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] })),

  "resources/read": (server, mcp, exchange) =>
    server.setRequestHandler("resources/read", ({ params: { uri } }) =>
      captureFailure(mcp, exchange, async () => {
        try {
          return await mcp.resources.read(uri, createContextCall(exchange, "resources/read"));
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== "route_not_found") throw error;
          throw createProtocolError(invalidParams, error.detail, exchange.requestId, { uri });
        }
      }),
    ),

  "prompts/list": (server, _, exchange) =>
    server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts(exchange.toolSet) })),

  "prompts/get": (server, _, exchange) =>
    server.setRequestHandler("prompts/get", ({ params }) => {
      const found = getPrompt(exchange.toolSet, params.name, params.arguments ?? {});
      if (typeof found === "string") throw createProtocolError(invalidParams, found, exchange.requestId);
      return found;
    }),

  "completion/complete": (server, mcp, exchange) =>
    server.setRequestHandler("completion/complete", ({ params: { ref, argument } }) =>
      captureFailure(mcp, exchange, async () => {
        const completer =
          ref.type === "ref/prompt" ? findCompleter(exchange.toolSet, ref.name, argument.name) : undefined;
        return toCompletionResult(completer ? await completer(argument.value, createToolReader(mcp, exchange)) : []);
      }),
    ),
};

/**
 * A server for this one exchange. A shared one has delivered one tenant's answer to another (CVE-2026-25536).
 * It knows only the method that was asked for: installing all of them costs as much as answering.
 */
export function createProtocolServer(mcp: McpServices, exchange: McpRequestContext, method: string): Server {
  const server = new Server(serverInfo, options);
  if (Object.hasOwn(handlerInstallers, method)) handlerInstallers[method]?.(server, mcp, exchange);
  return server;
}

/** What HTTP answers is kept for the route; the protocol gets a word only where a stream is open already. */
async function captureFailure<Result>(
  mcp: McpServices,
  exchange: McpRequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const failure = error instanceof Error ? error : new Error("MCP failed", { cause: error });
    exchange.failure = failure;
    const refusal = toRefusal(failure);
    addLogFields(exchange.request, { code: refusal.code });
    if (exchange.isStreamed)
      mcp.logger.error({ err: failure, requestId: exchange.requestId }, "mcp failed in a stream");
    throw createProtocolError(internalError, refusal.detail, exchange.requestId, { error: refusal.code });
  }
}

function requireKnownTool(exchange: McpRequestContext, name: string) {
  try {
    return requireTool(exchange.tenant, exchange.toolFilter, name);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "unknown_tool") throw error;
    addLogFields(exchange.request, { code: error.code });
    throw createProtocolError(invalidParams, error.detail, exchange.requestId);
  }
}

async function sendProgress(context: ServerContext, message: string): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress: 0, total: 1, message };
  await context.mcpReq.notify({ method: "notifications/progress", params });
}

function createContextCall({ request, reply, tenant }: McpRequestContext, operation: string) {
  return createCall(request, reply, tenant, operation);
}

/** Completion is a help while typing: what cannot be read completes nothing. */
function createToolReader(mcp: McpServices, exchange: McpRequestContext): ReadTool {
  return async (name, args) => {
    const tool = exchange.toolSet.has(name) ? findTool(name) : undefined;
    if (!tool) return undefined;
    try {
      return await callTool(mcp, exchange, tool, { arguments: args });
    } catch (error) {
      mcp.logger.warn({ err: error, tool: name, requestId: exchange.requestId }, "completion failed");
      return undefined;
    }
  };
}

function readPackageVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return getText(getObject({ parsed }, "parsed"), "version") ?? "0";
}
