// npm run clients [-- '?toolsets=operations']: tries third-party client libraries against the running mesh of this checkout.
// See docs/connections.md.
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { Failure, print, printFailure } from "../../scripts/lib/console.mjs";
import { requireRunningMesh } from "../../scripts/lib/mesh/running-mesh.mjs";
import { dataDir, readJson } from "../../scripts/lib/paths.mjs";
import { runConformance } from "./conformance.mjs";
import { programs } from "./other-languages/programs.mjs";

const run = promisify(execFile);
const here = import.meta.dirname;
const bin = join(here, "node_modules/.bin");

try {
  if (!existsSync(bin)) {
    throw new Failure("e2e/clients", "is not installed", "run `npm install --prefix e2e/clients --legacy-peer-deps`");
  }
  await main();
} catch (error) {
  printFailure("The client matrix", error);
  process.exitCode = 1;
}

async function main() {
  const [query = ""] = process.argv.slice(2);
  const { gatewayUrl, operatorUrl, demo } = await requireRunningMesh();
  const { operatorKey } = await readJson(join(dataDir, "secrets.json"));
  // Several libraries need a later Node.js than the one that runs here; npm has installed one beside them.
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    MCP_URL: `${gatewayUrl}/mcp${query}`,
    MCP_KEY: demo.key,
    OPERATOR_URL: operatorUrl,
    OPERATOR_KEY: operatorKey,
    BUSINESS_ID: demo.businessId,
  };
  const options = { cwd: here, env, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 };
  for (const file of readdirSync(join(here, "adapters"))) {
    const name = file.replace(/\.mjs$/, "");
    report(name, await runCheck(["check-one.mjs", name], options));
  }
  for (const [name, { command, needs = command }] of Object.entries(programs)) {
    if (existsSync(join(here, needs))) report(name, await runCheck(["check-one.mjs", name], options));
    else print(`${name}: not tried, ${needs} is missing`);
  }
  report("OAuth without a key", await runCheck(["oauth.mjs"], options));
  report("inspector --strict", await runInspector(options));
  report("conformance", await runConformance(gatewayUrl, demo.key, options));
}

async function runCheck(args, options) {
  const { stdout, code } = await runToEnd("node", args, options);
  const line = stdout.trim().split("\n").at(-1) ?? "";
  return line.startsWith("{") ? JSON.parse(line) : { started: `no: exit code ${code}` };
}

async function runInspector({ env, ...options }) {
  const header = `X-API-Key: ${env.MCP_KEY}`;
  const args = ["--cli", env.MCP_URL, "--transport", "http", "--header", header, "--method", "tools/list", "--strict"];
  const { stdout, stderr, code } = await runToEnd("mcp-inspector", args, { ...options, env });
  return {
    "lists all tools": code === 0 ? String(JSON.parse(stdout).tools.length) : `no: exit code ${code}`,
    "schema problems": stderr.trim() === "" ? "none" : `no: ${stderr.trim().split("\n")[0]}`,
  };
}

/** Unlike `execFile` it does not throw when the command fails. */
async function runToEnd(command, args, options) {
  try {
    return { ...(await run(command, args, options)), code: 0 };
  } catch (error) {
    return { stdout: error.stdout ?? "", stderr: error.stderr ?? "", code: error.code };
  }
}

function report(name, results) {
  print(name);
  for (const [check, result] of Object.entries(results)) print(`  ${check}: ${result}`);
  if (Object.values(results).some((result) => /^no\b/.test(String(result)))) process.exitCode = 1;
}
