import type { JsonObject } from "@bufbuild/protobuf";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getHeader } from "../../request/headers.js";
import { getRequestSpan } from "../../request/request-span.js";
import type { Tenant } from "../../tenant/tenant.js";
import { getObject, getText } from "../json.js";
import type { McpRequestContext } from "../request-context.js";
import { getToolSet } from "../tools/catalog.js";
import { parseToolFilter } from "../tools/tool-filter.js";
import { isDirectCall } from "./direct-call.js";

/** Older clients refuse a result with an unknown kind of content. They send no header either. */
const firstVersionWithLinks = "2025-06-18";

/** @throws Refusal malformed_request for a tool filter that cannot be parsed */
export function createRequestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  tenant: Tenant,
  body: JsonObject,
): McpRequestContext {
  const toolFilter = parseToolFilter(request, tenant.toolsets);
  const meta = getObject(getObject(body, "params"), "_meta");
  getRequestSpan(request, getText(isDirectCall(body) ? getObject(body, "_meta") : meta, "traceparent"));
  return {
    request,
    reply,
    requestId: request.id,
    tenant,
    toolFilter,
    toolSet: getToolSet(tenant.scopes, toolFilter),
    isStreamed:
      meta?.["progressToken"] !== undefined && acceptsEventStream(request) && getText(body, "method") === "tools/call",
    takesResourceLinks: (getHeader(request, "mcp-protocol-version") ?? "") >= firstVersionWithLinks,
  };
}

/** A missing Accept counts as JSON; only a caller that says so gets a stream. */
function acceptsEventStream(request: FastifyRequest): boolean {
  return getHeader(request, "accept")?.includes("text/event-stream") === true;
}
