// Creates a demo business through a running gateway and prints how to call it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createConsoleLink, ensureDemo } from "../../../scripts/lib/demo/demo.mjs";

const timeoutMs = 120_000;

/**
 * @param operatorUrl where the gateway's /v1/admin is
 * @param publicUrl the address that is printed: callers outside the container network do not reach `gatewayUrl`
 * @param operatorFolder holds the file OPERATOR_KEYS; the first key is used
 * @param dataFolder keeps the API key of the demo business, so that a second run prints the same one
 */
export async function createDemoBusiness(gatewayUrl, operatorUrl, publicUrl, operatorFolder, dataFolder) {
  if (!dataFolder) throw new Error("demo needs a gateway URL, its operator URL, its public URL and two folders");
  const [first = ""] = (await readFile(join(operatorFolder, "OPERATOR_KEYS"), "utf8")).trim().split(",");
  const [, operatorKey] = first.split(":");
  const { businessId, key } = await retryWhileStarting(() =>
    ensureDemo({ gatewayUrl, operatorUrl, operatorKey, dataDir: dataFolder }),
  );
  const consoleLink = await retryWhileStarting(() => createConsoleLink({ operatorUrl, operatorKey, businessId }));
  process.stdout.write(`
The mesh answers at ${publicUrl}.

  Business   ${businessId}
  API key    ${key}
  Console    ${consoleLink} (signs you in once)

Try it:
  curl -s ${publicUrl}/mcp -H 'X-API-Key: ${key}' -H 'content-type: application/json' -d '{"name":"supply_list_stocks","arguments":{}}'

Add it to an MCP host:
  claude mcp add --transport http tenant-ops ${publicUrl}/mcp --header "X-API-Key: ${key}"
`);
}

// The gateway is ready before the services are and answers 503 for them until then. A repeated run adds only what is missing.
async function retryWhileStarting(work) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline || (error.status && error.status < 500)) throw error;
      await sleep(1000);
    }
  }
}
