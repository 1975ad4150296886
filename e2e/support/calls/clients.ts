import {
  Client as ModernClient,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Business } from "../mesh/test-mesh.js";

const identity = { name: "e2e", version: "1.0.0" };

/** The client calls that the tests use, the same for each SDK. */
export interface AgentClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(resource: { uri: string }): Promise<unknown>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  close(): Promise<void>;
}

export type ClientKind = "sdk 1.x" | "2.x legacy" | "2.x auto" | "2.x pinned to 2026-07-28";
export const clientKinds: ClientKind[] = ["sdk 1.x", "2.x legacy", "2.x auto", "2.x pinned to 2026-07-28"];

/** Connects a client of this kind with the key of the business. */
export async function connectClient(kind: ClientKind, url: string, { key }: Business): Promise<AgentClient> {
  const endpoint = new URL("/mcp", url);
  const requestInit = { headers: { "x-api-key": key } };
  if (kind === "sdk 1.x") {
    const client = new OlderClient(identity);
    await client.connect(new OlderTransport(endpoint, { requestInit }));
    return client;
  }
  const mode = kind === "2.x legacy" ? "legacy" : kind === "2.x auto" ? "auto" : { pin: "2026-07-28" };
  const client = new ModernClient(identity, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit }));
  return client;
}

/** Connects a client that has only URL, client id and secret, and finds the token endpoint by discovery. */
export async function connectWithCredentials(
  url: string,
  clientId: string,
  clientSecret: string,
): Promise<AgentClient> {
  const authProvider = new ClientCredentialsProvider({ clientId, clientSecret });
  const client = new ModernClient(identity, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { authProvider }));
  return client;
}
