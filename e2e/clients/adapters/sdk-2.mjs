import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { toSdkAdapter } from "../sdk-adapter.mjs";

/** The official SDK, version 2. */
export async function connect({ url, headers }) {
  const client = new Client({ name: "client-matrix", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return toSdkAdapter(client);
}
