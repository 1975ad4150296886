import type { JsonObject } from "@bufbuild/protobuf";
import type { FastifyReply } from "fastify";
import { requireTool } from "../tools/catalog.js";
import type { McpRequestContext, McpServices } from "../request-context.js";
import { getText } from "../json.js";
import { callTool } from "../tools/tool-calls.js";

/** The specification's plain tool call: a name and arguments, and no JSON-RPC around them. */
export function isDirectCall(body: JsonObject): boolean {
  return !Object.hasOwn(body, "jsonrpc") && !Object.hasOwn(body, "method") && getText(body, "name") !== undefined;
}

/**
 * The answer is the tool's own object.
 * @throws Refusal with its real HTTP status
 */
export async function answerDirectCall(
  mcp: McpServices,
  exchange: McpRequestContext,
  body: JsonObject,
): Promise<FastifyReply> {
  const { tenant, toolFilter, reply } = exchange;
  const tool = requireTool(tenant, toolFilter, getText(body, "name") ?? "");
  const { text, replayed } = await callTool(mcp, exchange, tool, body);
  if (replayed) void reply.header("idempotent-replayed", "true");
  return reply.header("content-type", "application/json; charset=utf-8").send(text);
}
