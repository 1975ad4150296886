import { join } from "node:path";
import { bold, green, print } from "../console.mjs";
import { root } from "../paths.mjs";

const formatRows = (pairs) => pairs.map(([name, value]) => `  ${name.padEnd(12)} ${value}`).join("\n");

/**
 * Addresses and first commands, printed when every process is ready.
 * @param consoleLink signs the demo owner in once; absent when the mesh was running already
 */
export function formatBanner({ gatewayUrl, operatorUrl, demo, origins, pid }, { elapsed, consoleLink } = {}) {
  const mcp = `${gatewayUrl}/mcp`;
  const addresses = formatRows([
    [
      "console",
      consoleLink ? `${bold(consoleLink)} (works once; \`npm run console\` prints another)` : "npm run console",
    ],
    ["MCP", bold(mcp)],
    ["REST", bold(`${gatewayUrl}/v1/public`)],
    ["REST docs", `${gatewayUrl}/docs and ${gatewayUrl}/openapi.json`],
    ["operator", `${operatorUrl}/v1/admin, with operatorKey of .data/secrets.json`],
    ["business", demo.businessId],
    ["API key", demo.key],
    ["test key", `${demo.testKey} (sandbox: docs/sandbox.md)`],
  ]);
  const commands = formatRows([
    ["for README", `export URL=${gatewayUrl} KEY=${demo.key} BUSINESS=${demo.businessId}`],
    ["quick start", formatQuickStartLine(gatewayUrl, demo)],
    ["try it", formatCurlLine(mcp, demo.key)],
    ["MCP host", `claude mcp add --transport http tenant-ops ${mcp} --header "X-API-Key: ${demo.key}"`],
    ["a tool", `npm run tool -- supply_list_stocks '{"limit":5}'`],
    ["processes", "npm run where"],
    ...Object.entries(origins),
  ]);
  const state = elapsed ? `ready after ${elapsed}` : "running";
  const howToStop = elapsed ? "Ctrl-C" : `Ctrl-C where it was started, or \`kill ${pid}\`,`;
  return `\n${green(state)}\n\n${addresses}\n\n${commands}\n\n${howToStop} stops everything; the data stays in .data until \`npm run reset\``;
}

/** For docs/quick-start.md, which works in the sandbox. */
const formatQuickStartLine = (gatewayUrl, { testKey, businessId }) =>
  `export URL=${gatewayUrl} KEY=${testKey} BUSINESS=${businessId} CLIENT=${join(root, "packages/client")}`;

const formatCurlLine = (mcp, key) =>
  `curl -s ${mcp} -H 'X-API-Key: ${key}' -H 'content-type: application/json' ` +
  `-d '{"name":"supply_list_stocks","arguments":{"limit":5}}'`;

/** For a second `npm start` in the same checkout. */
export function printRunningMesh(mesh) {
  if (!mesh?.gatewayUrl)
    return print(`Process ${mesh?.pid ?? "?"} is already starting this checkout's mesh; wait until it is ready.`);
  print(`This checkout's mesh runs already (process ${mesh.pid}).`);
  print(formatBanner(mesh));
}
