import { readFileSync } from "node:fs";
import { ProtocolError, Server, type ServerContext } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { toRefusal, Refusal } from "@tenant-ops/kit/errors";
import { note, toCall } from "../requests.js";
import { toolNamed, toolToCall } from "./catalog.js";
import { completion, type ReadTool } from "./completions.js";
import type { Exchange, Mcp } from "./exchange.js";
import { instructions } from "./instructions.js";
import { isObject, objectAt, textAt } from "./json.js";
import { findCompleter, getPrompt, listPrompts } from "./prompts.js";
import { internalError, invalidParams, protocolError } from "./protocol-errors.js";
import { toolOutcome, toResult, useTool } from "./tool-calls.js";

// An image is one file without a package.json beside it; deploy/images/bundle.mjs puts the version in this variable's place.
const version = process.env["TENANT_OPS_VERSION"] ?? packageVersion();
export const serverInfo = { name: "tenant-ops", title: "Tenant Operations", version };
export const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Lists depend on the key, so no shared cache may keep them. */
export const listHint = { ttlMs: 300_000, cacheScope: "private" } as const;

const options = {
  capabilities,
  instructions,
  cacheHints: {
    "tools/list": listHint,
    "prompts/list": listHint,
    "resources/list": listHint,
    "resources/templates/list": listHint,
    "server/discover": listHint,
  },
  // Without it every instance compiles a validator of its own, for answers to questions that we never ask.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
};

type Install = (server: Server, mcp: Mcp, exchange: Exchange) => void;

const installs: Record<string, Install> = {
  "tools/list": (server, _, exchange) => server.setRequestHandler("tools/list", () => ({ ...exchange.selection.list })),

  "tools/call": (server, mcp, exchange) =>
    server.setRequestHandler("tools/call", ({ params }, context) =>
      guarded(mcp, exchange, async () => {
        const tool = knownTool(exchange, params.name);
        if (exchange.streams) await announce(context, `Calling ${tool.name}`);
        return toResult(await toolOutcome(mcp, exchange, tool, isObject(params) ? params : {}));
      }),
    ),

  "resources/list": (server, mcp, exchange) =>
    server.setRequestHandler("resources/list", () =>
      guarded(mcp, exchange, async () => ({ resources: await mcp.resources.list(callOf(exchange, "resources/list")) })),
    ),

  "resources/templates/list": (server) =>
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] })),

  "resources/read": (server, mcp, exchange) =>
    server.setRequestHandler("resources/read", ({ params: { uri } }) =>
      guarded(mcp, exchange, async () => {
        try {
          return await mcp.resources.read(uri, callOf(exchange, "resources/read"));
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== "route_not_found") throw error;
          throw protocolError(invalidParams, error.detail, exchange.requestId, { uri });
        }
      }),
    ),

  "prompts/list": (server, _, exchange) =>
    server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts(exchange.selection) })),

  "prompts/get": (server, _, exchange) =>
    server.setRequestHandler("prompts/get", ({ params }) => {
      const found = getPrompt(exchange.selection, params.name, params.arguments ?? {});
      if (typeof found === "string") throw protocolError(invalidParams, found, exchange.requestId);
      return found;
    }),

  "completion/complete": (server, mcp, exchange) =>
    server.setRequestHandler("completion/complete", ({ params: { ref, argument } }) =>
      guarded(mcp, exchange, async () => {
        const completer =
          ref.type === "ref/prompt" ? findCompleter(exchange.selection, ref.name, argument.name) : undefined;
        return completion(completer ? await completer(argument.value, reader(mcp, exchange)) : []);
      }),
    ),
};

/**
 * A server for this one exchange. A shared one has delivered one tenant's answer to another (CVE-2026-25536).
 * It knows only the method that was asked for: installing all of them costs as much as answering.
 */
export function serverFor(mcp: Mcp, exchange: Exchange, method: string): Server {
  const server = new Server(serverInfo, options);
  if (Object.hasOwn(installs, method)) installs[method]?.(server, mcp, exchange);
  return server;
}

/** What HTTP answers is kept for the route; the protocol gets a word only where a stream is open already. */
async function guarded<Result>(mcp: Mcp, exchange: Exchange, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const failure = error instanceof Error ? error : new Error("MCP failed", { cause: error });
    exchange.failure = failure;
    const refusal = toRefusal(failure);
    note(exchange.request, { code: refusal.code });
    if (exchange.streams) mcp.logger.error({ err: failure, requestId: exchange.requestId }, "mcp failed in a stream");
    throw protocolError(internalError, refusal.detail, exchange.requestId, { error: refusal.code });
  }
}

function knownTool(exchange: Exchange, name: string) {
  try {
    return toolToCall(exchange.tenant, exchange.narrowing, name);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "unknown_tool") throw error;
    note(exchange.request, { code: error.code });
    throw protocolError(invalidParams, error.detail, exchange.requestId);
  }
}

async function announce(context: ServerContext, message: string): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress: 0, total: 1, message };
  await context.mcpReq.notify({ method: "notifications/progress", params });
}

function callOf({ request, reply, tenant }: Exchange, operation: string) {
  return toCall(request, reply, tenant, operation);
}

/** Completion is a help while typing: what cannot be read completes nothing. */
function reader(mcp: Mcp, exchange: Exchange): ReadTool {
  return async (name, args) => {
    const tool = exchange.selection.has(name) ? toolNamed(name) : undefined;
    if (!tool) return undefined;
    try {
      return await useTool(mcp, exchange, tool, { arguments: args });
    } catch (error) {
      mcp.logger.warn({ err: error, tool: name, requestId: exchange.requestId }, "completion failed");
      return undefined;
    }
  };
}

function packageVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return textAt(objectAt({ parsed }, "parsed"), "version") ?? "0";
}
