import { once } from "node:events";
import { connect } from "node:net";
import { WebhooksService } from "@tenant-ops/proto/webhooks";
import { expect, test } from "vitest";
import { serviceConfig } from "./service-settings.js";
import { defineService } from "./define-service.js";
import { defineNoun } from "./noun.js";
import { startTestService } from "../testing/index.js";

const unused = async () => ({});
let answerLast = () => {};
const mayAnswerLast = new Promise<void>((resolve) => (answerLast = resolve));
const slowNoun = defineNoun({
  api: WebhooksService,
  rpcs: () => ({ listEndpoints: unused, listDeliveries: unused, getDelivery: unused }),
  http: (app) =>
    void app.get("/:when", { config: { withoutCaller: true } }, async ({ params }) => {
      if ((params as { when: string }).when === "later") await mayAnswerLast;
      return "done";
    }),
});
const slow = defineService({
  name: "kit",
  api: WebhooksService,
  config: serviceConfig,
  storedWithoutCaller: { "GET /:when": [] },
  nouns: [slowNoun],
});

/** Sends requests for these paths on one connection and reads until the service closes it. */
async function request(port: number, paths: readonly string[]) {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: s\r\n\r\n`).join(""));
  await once(socket, "close");
  const text = Buffer.concat(chunks).toString().toLowerCase();
  return { statuses: text.match(/http\/1\.1 \d+/g) ?? [], saysClose: text.includes("connection: close") };
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const refused = await once(socket, "connect").then(
    () => false,
    () => true,
  );
  socket.destroy();
  return refused;
}

test("a stopping service still answers, and asks the client to close the connection", async () => {
  const service = await startTestService(slow, { SHUTDOWN_DELAY_MS: "3000" });
  const { httpPort } = service.running;
  const closed = service.close();
  // During SHUTDOWN_DELAY_MS clients may still connect, because they do not know yet that the service stops.
  expect(await request(httpPort, ["/now"])).toEqual({ statuses: ["http/1.1 200"], saysClose: true });
  const last = request(httpPort, ["/later"]);
  await expect.poll(() => isRefused(httpPort)).toBe(true);
  answerLast();
  await closed;
  expect(await last).toEqual({ statuses: ["http/1.1 200"], saysClose: true });
});
