import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { WebhooksService } from "@tenant-ops/proto/webhooks";
import { expect, test } from "vitest";
import { defineService, serviceConfig } from "./service.js";
import { startTestService } from "../testing/testing.js";

const slow = defineService({
  name: "kit",
  api: WebhooksService,
  config: serviceConfig,
  indexes: {},
  rpcs: () => ({}),
  http: (app) => void app.get("/slow/:ms", async ({ params }) => sleep(Number((params as { ms: string }).ms), "done")),
});

/** What comes back for these paths, asked one behind the other on one connection, until the service closes it. */
async function ask(port: number, paths: readonly string[]) {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: s\r\n\r\n`).join(""));
  await once(socket, "close");
  const text = Buffer.concat(chunks).toString().toLowerCase();
  return { statuses: text.match(/http\/1\.1 \d+/g) ?? [], saysClose: text.includes("connection: close") };
}

test("while a service stops, its connections are answered and led elsewhere", async () => {
  const service = await startTestService(slow, { SHUTDOWN_DELAY_MS: "300" });
  const { httpPort } = service.running;
  const closed = service.close();
  // Not everybody knows yet. Whoever comes during the delay is asked to come to another replica next time.
  expect(await ask(httpPort, ["/slow/0"])).toEqual({ statuses: ["http/1.1 200"], saysClose: true });
  const last = ask(httpPort, ["/slow/600"]);
  await closed;
  expect(await last).toEqual({ statuses: ["http/1.1 200"], saysClose: true });
});
