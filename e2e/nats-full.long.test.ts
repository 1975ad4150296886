import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NatsServer } from "../scripts/lib/backend/backend.mjs";
import { startNats } from "../scripts/lib/backend/nats.mjs";
import { fillStore } from "./support/mesh/full-store.mjs";
import { scrape } from "./support/mesh/metrics.js";
import { createCenterStock, type OwnTestMesh, startTestMesh, withdrawalArguments } from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

const withdrawals = 20;
let nats: NatsServer;
let testMesh: OwnTestMesh;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "nats-full-"));
  nats = await startNats({ dataDir, maxFileStore: "4MB" });
  receiver = await startWebhookReceiver();
  testMesh = await startTestMesh({ natsUrl: nats.url, services: ["supply", "webhooks"] });
});
afterAll(async () => {
  receiver.close();
  await testMesh.stop();
  await nats.stop();
});

test("while the store of NATS is full every write succeeds, and its events are published when there is space again, without a restart", async () => {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 1000);
  const wanted = { url: receiver.url, events: ["withdrawal.created"] };
  await testMesh.callRestOrThrow(business, "POST", "/v1/public/webhooks/endpoints", wanted);
  const readOutbox = async () => {
    const { samples } = await scrape(testMesh.mesh.adminUrls["supply"] ?? "");
    // One process has the metrics of every service.
    return samples.find(({ name, labels }) => name === "tenantops_outbox_pending" && labels["service"] === "supply")
      ?.value;
  };
  await eventually(async () => expect(await readOutbox()).toBe(0));
  const pids = Object.values(testMesh.mesh.processes).map(({ pid }) => pid);

  const filler = await fillStore(nats.url);
  for (let number = 0; number < withdrawals; number += 1)
    await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", withdrawalArguments(ids));
  await eventually(async () => expect(await readOutbox()).toBeGreaterThanOrEqual(withdrawals), 60_000);
  expect(receiver.requests).toEqual([]);

  await filler.empty();
  const countDelivered = () => new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size;
  await eventually(() => expect(countDelivered()).toBe(withdrawals), 90_000);
  await eventually(async () => expect(await readOutbox()).toBe(0));
  expect(Object.values(testMesh.mesh.processes).map(({ pid }) => pid)).toEqual(pids);
});
