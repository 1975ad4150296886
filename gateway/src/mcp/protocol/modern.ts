import { createMcpHandler } from "@modelcontextprotocol/server";
import type { McpServices } from "../request-context.js";
import { createProtocolServer } from "./server.js";
import { McpWebRequest } from "./web-request.js";

export type AnswerModern = (request: McpWebRequest, parsedBody: unknown) => Promise<Response>;

/** Answers requests of protocol 2026-07-28, each with its own `Server`. */
export function createModernHandler(services: McpServices): AnswerModern {
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
