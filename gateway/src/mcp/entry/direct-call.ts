import type { JsonObject } from "@bufbuild/protobuf";
import type { FastifyReply } from "fastify";
import { getText } from "../json.js";
import type { McpRequestContext, McpServices } from "../request-context.js";
import { findTool, requireTool } from "../tools/catalog.js";
import { callTool } from "../tools/tool-calls.js";

/** A direct call is an object with `name` and `arguments`, without JSON-RPC around it. */
export function isDirectCall(body: JsonObject): boolean {
  return !Object.hasOwn(body, "jsonrpc") && !Object.hasOwn(body, "method") && getText(body, "name") !== undefined;
}

/**
 * Replies with the result object of the tool.
 * @throws Refusal, which becomes an HTTP error with its own status
 */
export async function answerDirectCall(
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
