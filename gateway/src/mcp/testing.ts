import { randomBytes } from "node:crypto";
import { type DescField, type JsonObject, ScalarType } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { defineService, serviceConfig } from "@tenant-ops/kit/process";
import { createRpcClients, type RpcHandlers } from "@tenant-ops/kit/rpc";
import { createLogger, createMetrics } from "@tenant-ops/kit/telemetry";
import { createContextKeys, startTestService, testBackend } from "@tenant-ops/kit/testing";
import { SupplyService } from "@tenant-ops/proto/supply";
import type { FastifyInstance } from "fastify";
import type { Tenant } from "../tenant/tenant.js";
import { gatewayConfig } from "../config.js";
import { createServer } from "../http/server.js";
import type { RequestKind } from "../limits/tenant-limits.js";
import { getHeader } from "../request/headers.js";
import { isObject } from "./json.js";
import { registerMcp } from "./entry/routes.js";
import type { McpOptions } from "./request-context.js";

/** What the tests want the supply service to do next, and what it saw. */
export interface FakeSupply {
  calls: { operation: string; call: Call; request: object }[];
  /** Runs before every rpc; may wait or throw. */
  before: (call: Call) => Promise<void>;
}

const sampleStock = {
  id: "stk_1",
  productName: "Guantes",
  totalStock: 0,
  minStockAlert: 5,
  type: "",
  createdAt: "2026-01-01T00:00:00Z",
};
const sampleCenter = {
  id: "ctr_1",
  name: "Centro Norte",
  address: "",
  capacity: 50,
  isActive: false,
  type: "physical",
};

/** SupplyService with the answers that these tests need, on real gRPC and real transactions. */
function defineFakeSupply(supply: FakeSupply) {
  return defineService({
    name: "supply",
    api: SupplyService,
    config: serviceConfig,
    indexes: { withdrawals: [] },
    rpcs: ({ db }) => {
      const seen = async (request: object, call: Call) => {
        supply.calls.push({ operation: call.operation, call, request });
        await supply.before(call);
      };
      return {
        ...createDefaultHandlers(seen),
        listStocks: async (request, call) => {
          await seen(request, call);
          const items = Array.from({ length: Math.min(request.limit, 3) }, (_, index) => ({
            ...sampleStock,
            id: `stk_${index}`,
          }));
          return { items, count: items.length, hasMore: false };
        },
        listServiceCenters: async (request, call) => {
          await seen(request, call);
          return {
            items: [sampleCenter, { ...sampleCenter, id: "ctr_2", name: "Centro Sur" }],
            count: 2,
            hasMore: false,
          };
        },
        proposeWithdrawal: async (request, call) => {
          await seen(request, call);
          return { preview: { stockId: request.stockId, quantity: request.quantity }, checks: [], warnings: [] };
        },
        approveWithdrawal: async (request, call) => {
          await seen(request, call);
          return db.transaction(call, async (scope) => {
            if (request.quantity > 100)
              throw new Refusal("insufficient_stock", `The center holds 100; ${request.quantity} were asked for.`);
            const withdrawal = { _id: newId("wdr"), quantity: request.quantity };
            await scope.collection<typeof withdrawal>("withdrawals").insertOne(withdrawal);
            return { id: withdrawal._id, status: "created" };
          });
        },
      };
    },
    resources: () => [
      {
        uri: "service://supply/schema/stock",
        name: "supply_stock_schema",
        title: "Stock",
        description: "Fields of products.",
        text: (call) => `Stock of ${call.businessId}`,
      },
    ],
  });
}

type Handlers = RpcHandlers<typeof SupplyService>;

/** Every rpc of supply answers without doing anything: an empty list, an empty preview, or a created record. */
function createDefaultHandlers(seen: (request: object, call: Call) => Promise<void>): Handlers {
  const handlers = SupplyService.methods.map((method) => {
    const fields = method.output.fields.map((field) => [field.localName, getDefaultValue(field)]);
    const answer = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    return [method.localName, (request: object, call: Call) => seen(request, call).then(() => answer)];
  });
  // One entry per rpc, and every answer fits its message; only the compiler cannot see it.
  return Object.fromEntries(handlers) as Handlers;
}

function getDefaultValue({ name, scalar, fieldKind }: DescField): string | number | boolean | undefined {
  if (fieldKind !== "scalar") return undefined;
  if (name === "id") return "new_1";
  if (name === "status") return "created";
  if (scalar === ScalarType.STRING) return undefined;
  return scalar === ScalarType.BOOL ? false : 0;
}

const anyPort = { host: "127.0.0.1", port: 0 };

export interface McpTest {
  url: string;
  /** The same, but every JSON-RPC request is answered by the SDK. */
  sdkUrl: string;
  supply: FakeSupply;
  /** A tenant and the key that stands for it. */
  createTenant(given?: Partial<Tenant>): { key: string; tenant: Tenant };
  /** What limits were asked to count. */
  countedKinds: RequestKind[];
  post(key: string, body: unknown, headers?: Record<string, string>, path?: string): Promise<Response>;
  /** A JSON-RPC request of a protocol version, and its answer. */
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

/** The gateway's HTTP server with MCP, before one real service; only who the caller is and the limits are pretended. */
export async function startMcpTest(
  given: { addresses?: Record<string, string>; timeoutMs?: number } = {},
): Promise<McpTest> {
  const supply: FakeSupply = { calls: [], before: async () => {} };
  const service = await startTestService(defineFakeSupply(supply), {
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
  });
  const { mongodbUrl, natsUrl } = testBackend();
  const somewhere = { GRPC_URL: "127.0.0.1:1", HTTP_URL: "http://127.0.0.1:1" };
  const verticals = ["SUPPLY", "ROULETTES", "LEARNING", "FLOWS", "WEBHOOKS"];
  const config = gatewayConfig.parse({
    MONGODB_URL: mongodbUrl,
    NATS_URL: natsUrl,
    CALL_CONTEXT_PRIVATE_KEY: createContextKeys("gateway").privateKey,
    TOKEN_PRIVATE_KEY: createContextKeys("gateway").privateKey,
    PROPOSAL_SECRET: randomBytes(32).toString("base64url"),
    API_KEY_PEPPER: randomBytes(32).toString("base64url"),
    OPERATOR_KEY: randomBytes(32).toString("hex"),
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
    // Test machines are busy, and a stall of the test itself is no overload.
    EVENT_LOOP_DELAY_MAX_MS: "0",
    ...Object.fromEntries(
      verticals.flatMap((name) => Object.entries(somewhere).map(([kind, value]) => [`${name}_${kind}`, value])),
    ),
  });
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
  const deps: McpOptions = {
    config,
    logger,
    metrics,
    clients,
    authenticate: async (request) => {
      const tenant = tenants.get(getHeader(request, "x-api-key") ?? "");
      if (!tenant) throw new Refusal("unauthorized", "Unauthorized");
      return tenant;
    },
    limits: {
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
    registerMcp(server, deps, { hotPath });
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

export const createWithdrawalArguments = (given: Record<string, unknown> = {}) => ({
  stock_id: "stk_1",
  service_center_id: "ctr_1",
  worker_id: "worker-7",
  email: "ana@example.com",
  quantity: 2,
  ...given,
});

export function requireObject(value: unknown): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`Not an object: ${JSON.stringify(value)}`);
}

export const legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
export const modernVersion = "2026-07-28";
export const versions = [modernVersion, ...legacyVersions];

/** A request as a client of this protocol version sends it, without a handshake. */
export function createRpcRequest(version: string, method: string, params: JsonObject = {}, id: string | number = 1) {
  if (version !== modernVersion) {
    return {
      body: { jsonrpc: "2.0", id, method, params },
      // The header came with 2025-06-18.
      headers: { ...(version >= "2025-06-18" && { "mcp-protocol-version": version }) },
    };
  }
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  const name = params["name"] ?? params["uri"];
  return {
    body: { jsonrpc: "2.0", id, method, params: { ...params, _meta: { ...envelope, ...meta } } },
    headers: {
      "mcp-protocol-version": version,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
    },
  };
}
