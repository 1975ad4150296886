import type { JsonObject } from "@bufbuild/protobuf";
import { isObject } from "./json.js";

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

/** A request of a client of this protocol version, without a handshake. */
export function createRpcRequest(version: string, method: string, params: JsonObject = {}, id: string | number = 1) {
  if (version !== modernVersion) {
    return {
      body: { jsonrpc: "2.0", id, method, params },
      // The header exists since 2025-06-18.
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
