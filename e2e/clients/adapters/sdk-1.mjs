import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { toSdkAdapter } from "../sdk-adapter.mjs";

/** The official SDK, version 1. */
export async function connect({ url, headers }) {
  const client = new Client({ name: "client-matrix", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return toSdkAdapter(client);
}
