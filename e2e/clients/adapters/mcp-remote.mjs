import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { toSdkAdapter } from "../sdk-adapter.mjs";

/** mcp-remote: hosts that only start local processes reach the gateway through it. */
export async function connect({ url, headers }) {
  const named = Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}:${value}`]);
  const command = "node_modules/.bin/mcp-remote";
  const transport = new StdioClientTransport({ command, args: [url, "--allow-http", "--silent", ...named] });
  const client = new Client({ name: "client-matrix", version: "1.0.0" });
  await client.connect(transport);
  return toSdkAdapter(client);
}
