import type { JsonObject } from "@bufbuild/protobuf";
import type { FastifyReply } from "fastify";
import { toolToCall } from "./catalog.js";
import type { Exchange, Mcp } from "./exchange.js";
import { textAt } from "./json.js";
import { useTool } from "./tool-calls.js";

/** The specification's plain tool call: a name and arguments, and no JSON-RPC around them. */
export function isBareCall(body: JsonObject): boolean {
  return !Object.hasOwn(body, "jsonrpc") && !Object.hasOwn(body, "method") && textAt(body, "name") !== undefined;
}

/**
 * The answer is the tool's own object.
 * @throws Refusal with its real HTTP status
 */
export async function answerBare(mcp: Mcp, exchange: Exchange, body: JsonObject): Promise<FastifyReply> {
  const { tenant, narrowing, reply } = exchange;
  const tool = toolToCall(tenant, narrowing, textAt(body, "name") ?? "");
  const { text, replayed } = await useTool(mcp, exchange, tool, body);
  if (replayed) void reply.header("idempotent-replayed", "true");
  return reply.header("content-type", "application/json; charset=utf-8").send(text);
}
