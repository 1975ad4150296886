import { randomBytes } from "node:crypto";
import type { JsonObject } from "@bufbuild/protobuf";
import { Refusal } from "@tenant-ops/kit/errors";
import { createRpcClients } from "@tenant-ops/kit/rpc";
import { createApprovals } from "../approvals/approvals.js";
import { createLogger, createMetrics } from "@tenant-ops/kit/telemetry";
import { startTestService } from "@tenant-ops/kit/testing";
import type { FastifyInstance } from "fastify";
import { uncounted } from "../agent-calls/agent-calls.js";
import { gatewayConfig } from "../config.js";
import { createServer } from "../http/server.js";
import type { RequestKind } from "../limits/tenant-limits.js";
import { getHeader } from "../request/headers.js";
import type { Tenant } from "../tenant/tenant.js";
import { createTestSettings, type TestSettings } from "../testing.js";
import { mcpRoutes } from "./entry/routes.js";
import { defineFakeSupply, type FakeSupply } from "./fake-supply.testing.js";
import { isObject } from "./json.js";
import type { McpOptions } from "./request-context.js";
import { createRpcRequest, requireObject } from "./rpc-request.testing.js";

export * from "./rpc-request.testing.js";

const anyPort = { host: "127.0.0.1", port: 0 };

export interface McpTest {
  url: string;
  /** A second server on which the SDK answers every JSON-RPC request. */
  sdkUrl: string;
  supply: FakeSupply;
  /** A tenant, and the key that authenticates it. */
  createTenant(given?: Partial<Tenant>): { key: string; tenant: Tenant };
  /** The kinds of all requests that were counted. */
  countedKinds: RequestKind[];
  post(key: string, body: unknown, headers?: Record<string, string>, path?: string): Promise<Response>;
  /** Sends a JSON-RPC request of a protocol version. */
  rpc(key: string, version: string, method: string, params?: JsonObject): Promise<RpcAnswer>;
  close(): Promise<void>;
}

export interface RpcAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: JsonObject;
  result: JsonObject;
  error: JsonObject;
}

/** The HTTP server of the gateway with MCP, in front of one real service. Authentication and limits are fakes. */
export async function startMcpTest(
  given: {
    addresses?: Record<string, string>;
    timeoutMs?: number;
    settings?: TestSettings;
    /** The clock of proposal tokens. */
    now?: () => number;
  } = {},
): Promise<McpTest> {
  const supply: FakeSupply = { calls: [], before: async () => {} };
  const service = await startTestService(defineFakeSupply(supply), {
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
  });
  const config = gatewayConfig.parse(
    createTestSettings({ LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent", ...given.settings }),
  );
  const logger = createLogger("gateway", config.LOG_LEVEL);
  const metrics = createMetrics("gateway");
  const clients = createRpcClients({
    sign: service.sign,
    addresses: { supply: `127.0.0.1:${service.running.grpcPort}`, ...given.addresses },
    metrics,
    ...(given.timeoutMs !== undefined && { timeoutMs: given.timeoutMs }),
  });
  const tenants = new Map<string, Tenant>();
  const countedKinds: RequestKind[] = [];
  const options: McpOptions = {
    publicUrl: () => "http://127.0.0.1",
    config,
    logger,
    metrics,
    clients,
    approvals: createApprovals(clients),
    agentCalls: { ...uncounted, check: (_source, _tool, work) => work() },
    authenticate: async (request) => {
      const tenant = tenants.get(getHeader(request, "x-api-key") ?? "");
      if (!tenant) throw new Refusal("unauthorized", "Unauthorized");
      return tenant;
    },
    limits: {
      admit: () => {},
      consumeBody: () => {},
      consume: (_reply, tenant, kind) => {
        countedKinds.push(kind);
        if (tenant.keyRates.requestsPerMinute === 0) throw new Refusal("rate_limited", "Too many requests.", 7);
      },
    },
  };
  const [app, sdkApp] = [true, false].map((hotPath) => {
    const server = createServer({
      config,
      logger,
      metrics,
      publicUrl: () => "http://127.0.0.1",
      isDraining: () => false,
    });
    mcpRoutes(server, options, { hotPath, ...(given.now && { now: given.now }) });
    return server;
  }) as [FastifyInstance, FastifyInstance];
  const [url, sdkUrl] = [await app.listen(anyPort), await sdkApp.listen(anyPort)];

  const post: McpTest["post"] = (key, body, headers = {}, path = "/mcp") =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  return {
    url,
    sdkUrl,
    supply,
    countedKinds,
    createTenant(more = {}) {
      const tenant: Tenant = {
        ...service.newTenant().caller,
        credential: "key",
        requireProposal: false,
        approvalPolicy: 0,
        toolsets: [],
        businessRates: {},
        keyRates: {},
        ...more,
      };
      const key = `svc_test_${randomBytes(8).toString("hex")}`;
      tenants.set(key, tenant);
      return { key, tenant };
    },
    post,
    async rpc(key, version, method, params) {
      const { body, headers } = createRpcRequest(version, method, params);
      const response = await post(key, body, headers);
      const text = await response.text();
      const answer = requireObject(JSON.parse(text));
      const part = (name: string) => (isObject(answer[name]) ? answer[name] : {});
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: answer,
        result: part("result"),
        error: part("error"),
      };
    },
    async close() {
      await Promise.all([app.close(), sdkApp.close()]);
      clients.close();
      await service.close();
    },
  };
}
