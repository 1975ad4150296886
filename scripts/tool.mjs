// npm run tool -- supply_list_stocks '{"limit":5}': one tool call as an agent makes it, through the MCP client that
// deployed agents use. Without arguments: the list of tools. TENANT_OPS_URL and TENANT_OPS_KEY choose another mesh.
import { needMesh } from "./lib/living.mjs";
import { bold, Failure, say, sayFailure } from "./lib/say.mjs";

try {
  const [name, json = "{}"] = process.argv.slice(2);
  const client = await connect();
  await (name ? callTool(client, name, json) : listTools(client));
  await client.close();
} catch (error) {
  sayFailure("The tool call", error);
  process.exitCode = 1;
}

async function connect() {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const { url, key } = await target();
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { "X-API-Key": key } },
  });
  const client = new Client({ name: "npm-run-tool", version: "1.0.0" });
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Failure(url, error.message, "check that the mesh runs (`npm start`) and that the key is its own");
  }
  return client;
}

async function target() {
  const { TENANT_OPS_URL: url, TENANT_OPS_KEY: key } = process.env;
  if (url && key) return { url, key };
  const mesh = await needMesh();
  return { url: mesh.gatewayUrl, key: mesh.demo.key };
}

async function listTools(client) {
  const { tools } = await client.listTools();
  for (const { name, description } of tools)
    say(`${bold(name.padEnd(40))} ${description?.split(/(?<=\.)\s/)[0] ?? ""}`);
}

async function callTool(client, name, json) {
  const result = await client.callTool({ name, arguments: parsed(json) }).catch((error) => {
    throw new Failure(name, error.data?.detail ?? error.message, "`npm run tool` without arguments lists the tools");
  });
  const text = result.content.map((part) => part.text ?? "").join("\n");
  say(result.structuredContent ? JSON.stringify(result.structuredContent, null, 2) : text);
  if (result.isError) process.exitCode = 1;
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Failure("arguments", error.message, `write them as one JSON object in quotes: '{"limit":5}'`);
  }
}
