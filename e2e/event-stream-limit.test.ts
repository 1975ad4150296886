import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureEventStream, eventStream } from "@tenant-ops/kit/events";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { connect, type NatsConnection } from "nats";
import { afterEach, expect, test } from "vitest";
import type { NatsServer } from "../scripts/lib/backend/backend.mjs";
import { startNats } from "../scripts/lib/backend/nats.mjs";

let nats: NatsServer;
let connection: NatsConnection;
afterEach(async () => {
  await connection.close();
  await nats.stop();
});

async function start(maxFileStore: string) {
  nats = await startNats({ dataDir: await mkdtemp(join(tmpdir(), "stream-limit-")), maxFileStore });
  connection = await connect({ servers: nats.url });
  return connection.jetstreamManager();
}

test("a full stream of events refuses new events, so that they wait in the outbox, and deletes none that may be unread", async () => {
  const manager = await start("100MB");
  const lines: string[] = [];
  await ensureEventStream(manager, 100_000, createLogger("test", "info", { write: (line) => void lines.push(line) }));
  expect(lines).toEqual([]);
  const jetstream = connection.jetstream();
  const event = new Uint8Array(10_000);
  let stored = 0;
  const publishUntilRefused = async () => {
    for (;;) {
      await jetstream.publish("events.supply.biz.Test", event);
      stored += 1;
    }
  };
  await expect(publishUntilRefused()).rejects.toMatchObject({ api_error: { description: "maximum bytes exceeded" } });
  expect(stored).toBeGreaterThan(5);
  expect((await manager.streams.info(eventStream)).state.messages).toBe(stored);
});

test("when the store is smaller than the limit, the stream is created without a limit, the log says so once, and a second process uses the stream", async () => {
  const manager = await start("4MB");
  const lines: unknown[] = [];
  const logger = createLogger("test", "info", { write: (line) => void lines.push(JSON.parse(line)) });
  const bytesMax = 16 * 1024 ** 3;
  const { created } = await ensureEventStream(manager, bytesMax, logger);
  expect((await manager.streams.info(eventStream)).config.max_bytes).toBe(-1);
  expect((await ensureEventStream(manager, bytesMax, logger)).created).toBe(created);
  const msg = expect.stringMatching("created without a limit.*nats stream edit EVENTS --max-bytes");
  expect(lines).toMatchObject([{ level: "warn", stream: eventStream, bytesMax, msg }]);
});
