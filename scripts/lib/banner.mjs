import { bold, green, say } from "./say.mjs";

const rows = (pairs) => pairs.map(([name, value]) => `  ${name.padEnd(12)} ${value}`).join("\n");

/** Where to go, once everything answers. */
export function banner({ gatewayUrl, demo, origins, pid }, took) {
  const mcp = `${gatewayUrl}/mcp`;
  const where = rows([
    ["MCP", bold(mcp)],
    ["REST", bold(`${gatewayUrl}/v1/public`)],
    ["business", demo.businessId],
    ["API key", demo.key],
  ]);
  const how = rows([
    ["try it", curlLine(mcp, demo.key)],
    ["MCP host", `claude mcp add --transport http tenant-ops ${mcp} --header "X-API-Key: ${demo.key}"`],
    ["a tool", `npm run tool -- supply_list_stocks '{"limit":5}'`],
    ...Object.entries(origins),
  ]);
  const ready = took ? `ready after ${took}` : "running";
  const end = took ? "Ctrl-C" : `Ctrl-C where it was started, or \`kill ${pid}\`,`;
  return `\n${green(ready)}\n\n${where}\n\n${how}\n\n${end} stops everything, data stays in .data (npm run reset)`;
}

const curlLine = (mcp, key) =>
  `curl -s ${mcp} -H 'X-API-Key: ${key}' -H 'content-type: application/json' ` +
  `-d '{"name":"supply_list_stocks","arguments":{"limit":5}}'`;

/** For a second `npm start` in the same checkout. */
export function sayLivingMesh(mesh) {
  if (!mesh?.gatewayUrl)
    return say(`Process ${mesh?.pid ?? "?"} is starting this checkout's mesh already; wait for it.`);
  say(`This checkout's mesh runs already (process ${mesh.pid}).`);
  say(banner(mesh));
}
