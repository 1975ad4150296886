import type { JetStreamManager } from "nats";
import { NatsError } from "nats";
import { expect, test } from "vitest";
import { createLogger } from "../telemetry/logger.js";
import { ensureEventStream } from "./event-stream.js";

/** A JetStream that answers a question about the stream with this error. @returns which streams were created */
function createManager(error: NatsError) {
  const created: object[] = [];
  const stream = { created: new Date(0).toISOString(), state: { last_seq: 0 } };
  const add = (config: object) => (created.push(config), Promise.resolve(stream));
  const streams = { info: () => Promise.reject(error), add };
  return { manager: { streams } as unknown as JetStreamManager, created };
}

test("a stream that NATS does not know is created", async () => {
  const missing = new NatsError("stream not found", "404");
  missing.api_error = { code: 404, err_code: 10_059, description: "stream not found" };
  const { manager, created } = createManager(missing);
  expect(await ensureEventStream(manager, 0)).toEqual({ created: "1970-01-01T00:00:00.000Z", lastSeq: 0 });
  expect(created).toHaveLength(1);
});

test("while NATS does not answer, no stream is created, and the log does not say that one was", async () => {
  const { manager, created } = createManager(new NatsError("TIMEOUT", "TIMEOUT"));
  await expect(ensureEventStream(manager, 1000, createLogger("test", "silent"))).rejects.toThrow("TIMEOUT");
  expect(created).toEqual([]);
});
