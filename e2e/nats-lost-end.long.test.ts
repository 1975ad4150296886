import { cpSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventStream } from "@tenant-ops/kit/events";
import { eventually } from "@tenant-ops/kit/testing";
import { connect, type NatsConnection } from "nats";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NatsServer } from "../scripts/lib/backend/backend.mjs";
import { startNats } from "../scripts/lib/backend/nats.mjs";
import {
  createCenterStock,
  type OwnTestMesh,
  requireProcess,
  startTestMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

let dataDir: string;
let nats: NatsServer;
let testMesh: OwnTestMesh;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "nats-lost-end-"));
  nats = await startNats({ dataDir });
  receiver = await startWebhookReceiver();
  testMesh = await startTestMesh({ natsUrl: nats.url, services: ["supply", "webhooks"] });
});
afterAll(async () => {
  receiver.close();
  await testMesh.stop();
  await nats.stop();
});

async function stop(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  nats.kill(signal);
  await nats.exited;
}

async function withConnection(work: (connection: NatsConnection) => Promise<unknown>): Promise<void> {
  const connection = await connect({ servers: nats.url });
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}

/** Waits until the relays of both services have asked for the stream again: they compare its last number with the one before. */
const waitForRelays = () =>
  withConnection(async (connection) => {
    let asked = 0;
    connection.subscribe(`$JS.API.STREAM.INFO.${eventStream}`, { callback: () => (asked += 1) });
    await eventually(() => expect(asked).toBeGreaterThan(4));
  });

test("when NATS has lost the last events of its stream, the log says so, and after the stream was deleted each event is delivered once", async () => {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 1000);
  const wanted = { url: receiver.url, events: ["withdrawal.created"] };
  await testMesh.callRestOrThrow(business, "POST", "/v1/public/webhooks/endpoints", wanted);
  const withdraw = async () => {
    for (let number = 0; number < 5; number += 1)
      await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", withdrawalArguments(ids));
  };
  const listDelivered = () => receiver.requests.map(({ headers }) => String(headers["webhook-id"]));
  const waitForDeliveries = (count: number) =>
    eventually(() => expect(new Set(listDelivered()).size).toBe(count), 60_000);
  const messages = join(nats.storeDir, "jetstream/$G/streams", eventStream, "msgs");
  const copy = join(dataDir, "msgs");

  await withdraw();
  await waitForDeliveries(5);
  await stop("SIGTERM");
  cpSync(messages, copy, { recursive: true });
  await nats.start();
  await withdraw();
  await waitForDeliveries(10);
  await waitForRelays();
  // After a loss of power, the file of messages lacks what was not on disk, while the state of the consumer is there.
  await stop("SIGKILL");
  rmSync(messages, { recursive: true });
  cpSync(copy, messages, { recursive: true });
  await nats.start();
  const { logFile } = requireProcess(testMesh, "supply");
  await eventually(() => expect(readFileSync(logFile, "utf8")).toContain("event stream has lost its last events"));

  await withdraw();
  await withConnection(async (connection) => (await connection.jetstreamManager()).streams.delete(eventStream));
  await waitForDeliveries(15);
  expect(listDelivered()).toHaveLength(15);
});
