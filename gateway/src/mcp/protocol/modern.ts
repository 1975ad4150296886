import { createMcpHandler } from "@modelcontextprotocol/server";
import type { McpRequestContext, McpServices } from "../request-context.js";
import { getText } from "../json.js";
import { createProtocolServer } from "./server.js";

export type AnswerModern = (exchange: McpRequestContext, request: Request, parsedBody: unknown) => Promise<Response>;

/** Answers requests of protocol 2026-07-28, each by a server of its own. */
export function createModernHandler(mcp: McpServices): AnswerModern {
  const exchanges = new WeakMap<Request, { exchange: McpRequestContext; method: string }>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const found = requestInfo && exchanges.get(requestInfo);
      if (!found) throw new Error("An MCP request without its exchange");
      return createProtocolServer(mcp, found.exchange, found.method);
    },
    {
      legacy: "reject",
      onerror: (error) => mcp.logger.debug({ err: error }, "mcp request refused"),
    },
  );
  return (exchange, request, parsedBody) => {
    exchanges.set(request, { exchange, method: getText(parsedBody, "method") ?? "" });
    return handler.fetch(request, { parsedBody });
  };
}
