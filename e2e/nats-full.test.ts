import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@tenant-ops/kit/testing";
import { connect, type NatsConnection, type StreamAPI } from "nats";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NatsServer } from "../scripts/lib/backend/backend.mjs";
import { startNats } from "../scripts/lib/backend/nats.mjs";
import { scrape } from "./support/metrics.js";
import { createCenterStock, type OwnTestMesh, startTestMesh, withdrawalArguments } from "./support/test-mesh.js";
import { startWebhookReceiver } from "./support/webhook-receiver.js";

const withdrawals = 20;
let nats: NatsServer;
let connection: NatsConnection;
let streams: StreamAPI;
let testMesh: OwnTestMesh;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "nats-full-"));
  nats = await startNats({ dataDir, maxFileStore: "4MB" });
  connection = await connect({ servers: nats.url });
  ({ streams } = await connection.jetstreamManager());
  receiver = await startWebhookReceiver();
  testMesh = await startTestMesh({ natsUrl: nats.url, services: ["supply", "webhooks"] });
}, 120_000);
afterAll(async () => {
  receiver.close();
  await testMesh.stop();
  await connection.close();
  await nats.stop();
});

test("while the store of NATS is full every write succeeds, and its events follow when there is room, without a restart", async () => {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 1000);
  const wanted = { url: receiver.url, events: ["withdrawal.created"] };
  await testMesh.callRestOrThrow(business, "POST", "/v1/public/webhooks/endpoints", wanted);
  const readOutbox = async () => {
    const { samples } = await scrape(testMesh.mesh.adminUrls["supply"] ?? "");
    return samples.find(({ name }) => name === "tenantops_outbox_pending")?.value;
  };
  await eventually(async () => expect(await readOutbox()).toBe(0));
  const pids = Object.values(testMesh.mesh.processes).map(({ pid }) => pid);

  await fillStore();
  for (let number = 0; number < withdrawals; number += 1)
    await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", withdrawalArguments(ids));
  await eventually(async () => expect(await readOutbox()).toBeGreaterThanOrEqual(withdrawals), 20_000);
  expect(receiver.requests).toEqual([]);

  await streams.delete("FILLER");
  const countDelivered = () => new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size;
  await eventually(() => expect(countDelivered()).toBe(withdrawals), 30_000);
  await eventually(async () => expect(await readOutbox()).toBe(0));
  expect(Object.values(testMesh.mesh.processes).map(({ pid }) => pid)).toEqual(pids);
});

/** Fills the store with messages of another stream, first big ones, then small ones, until not even an event has room. */
async function fillStore(): Promise<void> {
  await streams.add({ name: "FILLER", subjects: ["filler"] });
  const jetstream = connection.jetstream();
  for (const bytes of [64 * 1024, 1024, 1]) {
    const publish = () =>
      jetstream.publish("filler", new Uint8Array(bytes)).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: "503" });
          return false;
        },
      );
    while (await publish());
  }
}
