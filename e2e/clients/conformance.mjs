// The official conformance suite, as far as it applies: its other server scenarios call tools that only its own test server has.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { promisify } from "node:util";

const run = promisify(execFile);

const scenarios = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "completion-complete",
  "dns-rebinding-protection",
];

/** @returns the result of each scenario */
export async function runConformance(gatewayUrl, key, options) {
  const proxy = await startKeyProxy(new URL(gatewayUrl), key);
  const results = {};
  for (const scenario of scenarios) {
    const args = ["server", "--url", `http://localhost:${proxy.address().port}/mcp`, "--scenario", scenario];
    try {
      await run("conformance", args, options);
      results[scenario] = "passed";
    } catch (error) {
      results[scenario] = `no: ${/Error: .*/.exec(error.stdout ?? "")?.[0] ?? error.message}`;
    }
  }
  proxy.close();
  proxy.closeAllConnections();
  return results;
}

/** The suite cannot send a header of our own, so a proxy on loopback adds the key. Host and Origin keep their meaning. */
async function startKeyProxy(gateway, key) {
  const server = createServer((incoming, reply) => {
    const toGateway = (text) => text?.replace(`:${server.address().port}`, `:${gateway.port}`);
    const headers = { ...incoming.headers, host: toGateway(incoming.headers.host), "x-api-key": key };
    if (headers.origin) headers.origin = toGateway(headers.origin);
    const { hostname, port } = gateway;
    const outgoing = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      reply.writeHead(answer.statusCode, answer.headers);
      answer.pipe(reply);
    });
    outgoing.on("error", () => reply.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
