// npm run receiver: a webhook receiver on this machine. Registers itself as an endpoint of the demo business, verifies
// every request with the client of this repository and prints the event. Ctrl-C deletes the endpoint again.
// `npm run receiver -- [event …]` chooses the events; the default is all of them.
import { createServer } from "node:http";
import { bold, print, printFailure } from "./lib/console.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";

const events = process.argv.slice(2);

try {
  const mesh = await requireRunningMesh();
  // Not at the top: without a build, the sentence about the missing mesh comes first.
  const { createClient, verifyWebhook } = await import("@tenant-ops/client");
  const { key: apiKey, businessId } = mesh.demo;
  const { webhooks } = createClient({ baseUrl: mesh.gatewayUrl, apiKey, businessId });
  // Set when the endpoint is registered, which needs the port of the running server.
  let secret = "";
  const verify = (body, headers) => verifyWebhook(body, headers, secret);
  const server = createServer((request, response) => void receiveEvent(verify, request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const endpoint = await webhooks.createWebhookEndpoint({
    url,
    description: "npm run receiver",
    events: events.length > 0 ? events : ["*"],
  });
  secret = endpoint.secret;
  print(`${bold(endpoint._id)} receives ${endpoint.events.join(", ")} at ${url}. Ctrl-C deletes it.`);
  const stop = async () => {
    server.close();
    await webhooks.deleteWebhookEndpoint({ id: endpoint._id }).catch((error) => print(error.message));
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop());
} catch (error) {
  printFailure("The receiver", error);
  process.exitCode = 1;
}

async function receiveEvent(verify, request, response) {
  const body = await readBody(request);
  try {
    const event = await verify(body, request.headers);
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
  return Buffer.concat(chunks);
}
