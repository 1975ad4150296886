import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type NatsConnection } from "nats";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NatsServer } from "../../../scripts/lib/backend/backend.mjs";
import { startNats } from "../../../scripts/lib/backend/nats.mjs";
import { fillStore, publishUntilFull } from "./full-store.mjs";

let dataDir: string;
let nats: NatsServer;
let connection: NatsConnection;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "full-store-"));
  nats = await startNats({ dataDir, maxFileStore: "1MB" });
  connection = await connect({ servers: nats.url });
});
afterAll(async () => {
  await connection.close();
  await nats.stop();
  await rm(dataDir, { recursive: true });
});

test("a store is full after messages were stored, and has room when it was emptied", async () => {
  const { streams } = await connection.jetstreamManager();
  await streams.add({ name: "OTHER", subjects: ["other"] });
  const publish = () => connection.jetstream().publish("other", new Uint8Array(1));
  const filler = await fillStore(nats.url);
  await expect(publish()).rejects.toMatchObject({ api_error: { description: "insufficient resources" } });
  // It is not known whether the test filled the store.
  await expect(publishUntilFull(connection.jetstream(), "other")).rejects.toThrow("full before the first message");
  await filler.empty();
  await expect(publish()).resolves.toMatchObject({ stream: "OTHER" });
});

test("a JetStream that does not answer is not a full store", async () => {
  const refused = publishUntilFull(connection.jetstream(), "of.no.stream");
  await expect(refused).rejects.toMatchObject({ code: "503" });
});
