import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger, Metrics } from "@tenant-ops/kit/telemetry";
import type { JsonObject } from "@bufbuild/protobuf";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Authenticate, Tenant } from "../auth/tenant.js";
import type { GatewayConfig } from "../config.js";
import type { Limits } from "../limits/limits.js";
import { headerOf, toCall } from "../requests.js";
import type { CatalogTool, Selection } from "./catalog.js";
import type { ToolCall } from "./dispatch.js";
import { objectAt, textAt } from "./json.js";
import type { Narrowing } from "./narrowing.js";
import type { Proposals } from "./proposals.js";
import type { Resources } from "./resources.js";

/** What the rest of the gateway gives to MCP. */
export interface McpDeps {
  authenticate: Authenticate;
  limits: Limits;
  clients: RpcClients;
  config: Pick<GatewayConfig, "PROPOSAL_SECRET">;
  metrics: Metrics;
  logger: Logger;
}

/** What all requests share, built once at the start. */
export interface Mcp extends McpDeps {
  proposals: Proposals;
  resources: Resources;
}

/** One HTTP request whose caller is known, until its answer is out. Never shared between two. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  requestId: string;
  tenant: Tenant;
  narrowing: Narrowing;
  selection: Selection;
  /** The caller asked for progress and so gets a stream; its HTTP status is out before the work is done. */
  streams: boolean;
  /** What a handler failed with that is answered by HTTP rather than inside the protocol. */
  failure?: Error;
}

export const idempotencyKeyInMeta = "tenantops/idempotencyKey";

/**
 * @param params of tools/call, or the body of the bare door
 * @param traceparent of the span under which the tool is used; the request's own without it
 */
export function toolCallOf(exchange: Exchange, tool: CatalogTool, params: JsonObject, traceparent?: string): ToolCall {
  const { request, reply, tenant } = exchange;
  const meta = objectAt(params, "_meta");
  return {
    tool,
    args: params["arguments"],
    tenant,
    idempotencyKey: headerOf(request, "idempotency-key") ?? textAt(meta, idempotencyKeyInMeta),
    toCall: (idempotencyKey) =>
      toCall(request, reply, tenant, tool.name, {
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(traceparent !== undefined && { traceparent }),
      }),
  };
}
