// A demo business behind a gateway that runs, and the line to paste.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureDemo } from "../../../scripts/lib/demo.mjs";

const patienceMs = 120_000;

export async function demo(gatewayUrl, publicUrl, operatorFolder, keepFolder) {
  if (!keepFolder) throw new Error("demo needs a gateway URL, its public URL and two folders");
  const operatorKey = (await readFile(join(operatorFolder, "OPERATOR_KEY"), "utf8")).trim();
  const { businessId, key } = await patiently(() => ensureDemo({ gatewayUrl, operatorKey, dataDir: keepFolder }));
  process.stdout.write(`
The mesh answers at ${publicUrl}.

  Business   ${businessId}
  API key    ${key}

Try it:
  curl -s ${publicUrl}/mcp -H 'X-API-Key: ${key}' -H 'content-type: application/json' -d '{"name":"supply_list_stocks","arguments":{}}'

Add it to an MCP host:
  claude mcp add --transport http tenant-ops ${publicUrl}/mcp --header "X-API-Key: ${key}"
`);
}

// A gateway is ready as soon as it can say "that service is not there yet"; what was added so far is kept.
async function patiently(work) {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end || (error.status && error.status < 500)) throw error;
      await sleep(1000);
    }
  }
}
