import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger, Metrics } from "@tenant-ops/kit/telemetry";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AgentCalls } from "../agent-calls/agent-calls.js";
import type { Approvals } from "../approvals/approvals.js";
import type { Authenticate } from "../auth/authenticate.js";
import type { GatewayConfig } from "../config.js";
import type { TenantLimits } from "../limits/tenant-limits.js";
import type { Tenant } from "../tenant/tenant.js";
import type { Resources } from "./content/resources.js";
import type { ProposalTokens } from "./proposals/proposal-tokens.js";
import type { ServerInfo } from "./protocol/server-info.js";
import type { ToolSet } from "./tools/catalog.js";
import type { ToolFilter } from "./tools/tool-filter.js";

/** Dependencies of the MCP routes. */
export interface McpOptions {
  authenticate: Authenticate;
  limits: TenantLimits;
  clients: RpcClients;
  approvals: Approvals;
  publicUrl: () => string;
  config: Pick<GatewayConfig, "APP_URL" | "CONSOLE_URL" | "PROPOSAL_SECRET" | "PROPOSAL_LIFETIME_SECONDS">;
  metrics: Metrics;
  logger: Logger;
  agentCalls: Pick<AgentCalls, "record" | "check">;
}

/** Shared by all requests; created once at start. */
export interface McpServices extends McpOptions {
  proposalTokens: ProposalTokens;
  appUrl: string;
  resources: Resources;
  serverInfo: () => ServerInfo;
}

/** One authenticated HTTP request to the MCP endpoint. Never shared between two requests. */
export interface McpRequestContext {
  request: FastifyRequest;
  reply: FastifyReply;
  requestId: string;
  tenant: Tenant;
  toolFilter: ToolFilter;
  toolSet: ToolSet;
  /** The caller asked for progress and gets a stream: its HTTP status is sent before the tool has finished. */
  isStreamed: boolean;
  /** People may have to approve what it writes, and the client shows its user an address that the server wants opened. */
  mayOpenUrls: boolean;
  /** The protocol version of the request has links to resources in results: 2025-06-18 and later. */
  takesResourceLinks: boolean;
  /** An error of a handler that becomes an HTTP error instead of a JSON-RPC error. */
  failure?: Error;
}
