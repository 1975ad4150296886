import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger, Metrics } from "@tenant-ops/kit/telemetry";
import type { JsonObject } from "@bufbuild/protobuf";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Authenticate, Tenant } from "../tenant/tenant.js";
import type { GatewayConfig } from "../config.js";
import type { TenantLimits } from "../limits/tenant-limits.js";
import { getHeader, createCall } from "../requests.js";
import type { CatalogTool, ToolSet } from "./tools/catalog.js";
import type { ToolCall } from "./tools/dispatch.js";
import { getObject, getText } from "./json.js";
import type { ToolFilter } from "./tools/tool-filter.js";
import type { ProposalTokens } from "./proposals/proposal-tokens.js";
import type { Resources } from "./content/resources.js";

/** What the rest of the gateway gives to MCP. */
export interface McpOptions {
  authenticate: Authenticate;
  limits: TenantLimits;
  clients: RpcClients;
  config: Pick<GatewayConfig, "PROPOSAL_SECRET">;
  metrics: Metrics;
  logger: Logger;
}

/** What all requests share, built once at the start. */
export interface McpServices extends McpOptions {
  proposalTokens: ProposalTokens;
  resources: Resources;
}

/** One HTTP request whose caller is known, until its answer is out. Never shared between two. */
export interface McpRequestContext {
  request: FastifyRequest;
  reply: FastifyReply;
  requestId: string;
  tenant: Tenant;
  toolFilter: ToolFilter;
  toolSet: ToolSet;
  /** The caller asked for progress and so gets a stream; its HTTP status is out before the work is done. */
  isStreamed: boolean;
  /** What a handler failed with that is answered by HTTP rather than inside the protocol. */
  failure?: Error;
}

export const idempotencyKeyMetaKey = "tenantops/idempotencyKey";

/**
 * @param params of tools/call, or the body of the bare door
 * @param traceparent of the span under which the tool is used; the request's own without it
 */
export function createToolCall(
  exchange: McpRequestContext,
  tool: CatalogTool,
  params: JsonObject,
  traceparent?: string,
): ToolCall {
  const { request, reply, tenant } = exchange;
  const meta = getObject(params, "_meta");
  return {
    tool,
    args: params["arguments"],
    tenant,
    idempotencyKey: getHeader(request, "idempotency-key") ?? getText(meta, idempotencyKeyMetaKey),
    toCall: (idempotencyKey) =>
      createCall(request, reply, tenant, tool.name, {
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(traceparent !== undefined && { traceparent }),
      }),
  };
}
