// npm run tool -- supply_list_stocks '{"limit":5}': one tool call through the MCP client that agents use.
import { bold, Failure, print, printFailure } from "./lib/console.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";

const usage = `npm run tool                                        lists the tools
npm run tool -- <name> ['<arguments as JSON>']      calls a tool and prints its answer
npm run tool -- --help                              prints this text

Example: npm run tool -- supply_list_stocks '{"limit":5}'

Uses the mesh of this checkout (\`npm start\`) and its demo business. TENANT_OPS_URL and TENANT_OPS_KEY choose another mesh
and another key. The exit code is 1 when the call was refused.`;

try {
  const [name, json = "{}"] = process.argv.slice(2);
  if (name === "--help" || name === "-h") print(usage);
  else await withClient((client) => (name ? callTool(client, name, parseArguments(json)) : listTools(client)));
} catch (error) {
  printFailure("The tool call", error);
  process.exitCode = 1;
}

async function withClient(work) {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const { url, key } = await findTarget();
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    // Also the tools that are off unless they are asked for.
    requestInit: { headers: { "X-API-Key": key, "X-MCP-Toolsets": "all" } },
  });
  const client = new Client({ name: "npm-run-tool", version: "1.0.0" });
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Failure(url, error.message, "check that the mesh runs (`npm start`) and that the key belongs to it");
  }
  await work(client);
  await client.close();
}

async function findTarget() {
  const { TENANT_OPS_URL: url, TENANT_OPS_KEY: key } = process.env;
  if (url && key) return { url, key };
  const mesh = await requireRunningMesh();
  return { url: mesh.gatewayUrl, key: mesh.demo.key };
}

async function listTools(client) {
  const { tools } = await client.listTools();
  for (const { name, description } of tools)
    print(`${bold(name.padEnd(40))} ${description?.split(/(?<=\.)\s/)[0] ?? ""}`);
}

async function callTool(client, name, args) {
  const result = await client.callTool({ name, arguments: args }).catch((error) => {
    throw new Failure(name, error.data?.detail ?? error.message, "`npm run tool` without arguments lists the tools");
  });
  const text = result.content.map((part) => part.text ?? "").join("\n");
  print(result.structuredContent ? JSON.stringify(result.structuredContent, null, 2) : text);
  if (result.isError) process.exitCode = 1;
}

function parseArguments(json) {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Failure("arguments", error.message, `write them as one JSON object in quotes: '{"limit":5}'`);
  }
}
