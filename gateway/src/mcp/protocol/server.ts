import { Server } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { instructions } from "../content/instructions.js";
import type { McpRequestContext, McpServices } from "../request-context.js";
import { handlerInstallers } from "./handlers.js";
import { capabilities, listCacheHint } from "./server-info.js";

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
  // Without it every instance compiles its own validator, for replies to requests that this server never sends.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
};

/**
 * A server for one request. A server shared between requests has delivered the answer of one tenant to another
 * (CVE-2026-25536). Only the handler of the requested method is installed: installing all costs as much as answering.
 */
export function createProtocolServer(services: McpServices, context: McpRequestContext, method: string): Server {
  const server = new Server(services.serverInfo().info, options);
  if (Object.hasOwn(handlerInstallers, method)) handlerInstallers[method]?.(server, services, context);
  return server;
}
