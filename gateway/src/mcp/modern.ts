import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Exchange, Mcp } from "./exchange.js";
import { textAt } from "./json.js";
import { serverFor } from "./server.js";

export type AnswerModern = (exchange: Exchange, request: Request, parsedBody: unknown) => Promise<Response>;

/** Answers requests of protocol 2026-07-28, each by a server of its own. */
export function createModern(mcp: Mcp): AnswerModern {
  const exchanges = new WeakMap<Request, { exchange: Exchange; method: string }>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const found = requestInfo && exchanges.get(requestInfo);
      if (!found) throw new Error("An MCP request without its exchange");
      return serverFor(mcp, found.exchange, found.method);
    },
    {
      legacy: "reject",
      onerror: (error) => mcp.logger.debug({ err: error }, "mcp request refused"),
    },
  );
  return (exchange, request, parsedBody) => {
    exchanges.set(request, { exchange, method: textAt(parsedBody, "method") ?? "" });
    return handler.fetch(request, { parsedBody });
  };
}
