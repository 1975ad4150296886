// A bare server of the MCP SDK, as its documentation has it: a new McpServer and transport per request, one tool, no credential, no database. It
// answers each call with the list that /prepare has given it, so what another contender costs more is for authentication, limits and data.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import * as z from "zod";

let list;

function createMcpServer() {
  const server = new McpServer({ name: "bare", version: "1.0.0" });
  server.registerTool("supply_list_stocks", { inputSchema: { limit: z.number().optional() } }, async () => ({
    structuredContent: list,
    content: [{ type: "text", text: JSON.stringify(list) }],
  }));
  return server;
}

async function answer(request, response) {
  if (request.url === "/prepare") {
    list = await json(request);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ key: "none", pairs: [] }));
    return;
  }
  const mcp = createMcpServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => void mcp.close());
  await mcp.connect(transport);
  await transport.handleRequest(request, response);
}

const server = createServer((request, response) => void answer(request, response));

server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ msg: "ready", port: server.address().port })}\n`);
});
process.on("SIGTERM", () => process.exit(0));
