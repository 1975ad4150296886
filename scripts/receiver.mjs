// npm run receiver: a webhook receiver on this machine. Registers itself as an endpoint of the demo business, verifies
// every request with the official library and prints the event. Ctrl-C deletes the endpoint again.
// `npm run receiver -- [event …]` chooses the events; the default is all of them.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bold, print, printFailure } from "./lib/console.mjs";
import { createTenantClient } from "./lib/mesh/gateway-client.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";
import { root } from "./lib/paths.mjs";

const path = "/v1/public/webhooks/endpoints";
const events = process.argv.slice(2);
// Set when the endpoint is registered, which needs the port of the running server.
let verifier;

try {
  const { Webhook } = createRequire(join(root, "services/webhooks/package.json"))("standardwebhooks");
  const mesh = await requireRunningMesh();
  const business = createTenantClient(mesh.gatewayUrl, mesh.demo);
  const server = createServer((request, response) => void receiveEvent(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const endpoint = await business.rest("POST", path, {
    url,
    description: "npm run receiver",
    events: events.length > 0 ? events : ["*"],
  });
  verifier = new Webhook(endpoint.secret);
  print(`${bold(endpoint._id)} receives ${endpoint.events.join(", ")} at ${url}. Ctrl-C deletes it.`);
  const stop = async () => {
    server.close();
    await business.rest("DELETE", `${path}/${endpoint._id}`).catch((error) => print(error.message));
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop());
} catch (error) {
  printFailure("The receiver", error);
  process.exitCode = 1;
}

async function receiveEvent(request, response) {
  const body = await readBody(request);
  try {
    const event = verifier.verify(body, request.headers);
    const attempt = request.headers["webhook-attempt"];
    print(`${bold(event.type)} ${request.headers["webhook-id"]} (attempt ${attempt}), signature verified`);
    print(JSON.stringify(event.data, null, 2));
    response.writeHead(204).end();
  } catch (error) {
    print(`refused with 401: ${error.message}`);
    response.writeHead(401).end();
  }
}

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
