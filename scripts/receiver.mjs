// npm run receiver: a tenant's back end on this machine. It registers itself as a webhook endpoint of the demo business,
// verifies every request with the official library and prints what came. Ctrl-C takes the endpoint away again.
// `node scripts/receiver.mjs [event …]` chooses the events; without any it asks for all of them.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { tenant } from "./lib/gateway.mjs";
import { needMesh } from "./lib/living.mjs";
import { root } from "./lib/paths.mjs";
import { bold, say, sayFailure } from "./lib/say.mjs";

const path = "/v1/public/webhooks/endpoints";
const events = process.argv.slice(2);

try {
  const { Webhook } = createRequire(join(root, "services/webhooks/package.json"))("standardwebhooks");
  const mesh = await needMesh();
  const business = tenant(mesh.gatewayUrl, mesh.demo);
  // The secret is known once the endpoint is registered, and that needs the port of the server.
  const endpointSecret = { verifier: undefined };
  const receive = async (request, response) => {
    const body = await bodyOf(request);
    try {
      const event = endpointSecret.verifier.verify(body, request.headers);
      say(
        `${bold(event.type)} ${request.headers["webhook-id"]} (attempt ${request.headers["webhook-attempt"]}), signature verified`,
      );
      say(JSON.stringify(event.data, null, 2));
      response.writeHead(204).end();
    } catch (error) {
      say(`refused with 401: ${error.message}`);
      response.writeHead(401).end();
    }
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const endpoint = await business.rest("POST", path, {
    url,
    description: "npm run receiver",
    events: events.length > 0 ? events : ["*"],
  });
  endpointSecret.verifier = new Webhook(endpoint.secret);
  say(`${bold(endpoint.endpointId)} listens on ${url} for ${endpoint.events.join(", ")}. Ctrl-C takes it away again.`);
  const stop = async () => {
    server.close();
    await business.rest("DELETE", `${path}/${endpoint.endpointId}`).catch((error) => say(error.message));
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop());
} catch (error) {
  sayFailure("The receiver", error);
  process.exitCode = 1;
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
