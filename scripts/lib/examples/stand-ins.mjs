// Stand-ins for external services that the mesh of the examples calls: a WhatsApp Cloud API that accepts every message.
import { once } from "node:events";
import { createServer } from "node:http";

const accepted = { messaging_product: "whatsapp", contacts: [], messages: [{ id: "wamid.example" }] };

/** @returns settings by service for the mesh, and `stop()` */
export async function startStandIns() {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json").end(JSON.stringify(accepted));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const env = {
    flows: { WHATSAPP_API_URL: `http://127.0.0.1:${server.address().port}` },
    webhooks: { WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_EGRESS_ALLOW: "127.0.0.1/32" },
  };
  return { env, stop: () => server.close() };
}
