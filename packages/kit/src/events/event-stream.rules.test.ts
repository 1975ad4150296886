import type { JetStreamManager } from "nats";
import { NatsError } from "nats";
import { expect, test } from "vitest";
import { createLogger } from "../telemetry/logger.js";
import { ensureEventStream, isStreamDamaged, watchEventStream } from "./event-stream.js";

/** A JetStream that answers a question about the stream with this error. @returns which streams were created */
function createManager(error: NatsError) {
  const created: object[] = [];
  const stream = { created: new Date(0).toISOString(), state: { last_seq: 0 } };
  const add = (config: object) => (created.push(config), Promise.resolve(stream));
  const streams = { info: () => Promise.reject(error), add };
  return { manager: { streams } as unknown as JetStreamManager, created };
}

function createApiError(err_code: number, description: string): NatsError {
  const error = new NatsError(description, "503");
  error.api_error = { code: 503, err_code, description };
  return error;
}
const missing = createApiError(10_059, "stream not found");

/** A process that looks for the stream, which exists while `exists` is true. */
function startWatch({ isCreator = true } = {}) {
  const state = { exists: false, created: 0, now: 0, lines: [] as string[] };
  const stream = { created: new Date(0).toISOString(), state: { last_seq: 0 } };
  const streams = {
    info: () => (state.exists ? Promise.resolve(stream) : Promise.reject(missing)),
    add: () => {
      state.exists = true;
      state.created += 1;
      return Promise.resolve(stream);
    },
  };
  const watch = watchEventStream({
    manager: { streams } as unknown as JetStreamManager,
    bytesMax: 0,
    logger: createLogger("test", "error", { write: (line) => void state.lines.push(line) }),
    mayCreate: () => isCreator,
    now: () => state.now,
  });
  return { state, look: () => watch.look() };
}

test("the process that creates the stream creates the first one at once", async () => {
  const { state, look } = startWatch();
  await look();
  expect(state).toMatchObject({ created: 1, lines: [] });
});

test("a stream that was deleted is made again only after NATS has had time to remove its files, and one error line says so", async () => {
  const { state, look } = startWatch();
  await look();
  state.exists = false;
  for (state.now = 1000; state.now < 6000; state.now += 1000) await expect(look()).rejects.toThrow("EVENTS");
  expect(state.created).toBe(1);
  await look();
  expect(state.created).toBe(2);
  expect(state.lines).toEqual([expect.stringContaining("event stream is missing")]);
});

test("every other process waits for the stream", async () => {
  const { state, look } = startWatch({ isCreator: false });
  await expect(look()).rejects.toThrow("webhooks creates it");
  state.now = 60_000;
  await expect(look()).rejects.toThrow("webhooks creates it");
  expect(state.created).toBe(0);
});

test("a stream with damaged files is told apart from one that is full", () => {
  expect(isStreamDamaged(createApiError(10_077, 'error opening msg block file ["…/1.blk"]: no such file'))).toBe(true);
  expect(isStreamDamaged(createApiError(10_077, "maximum bytes exceeded"))).toBe(false);
  expect(isStreamDamaged(createApiError(10_023, "insufficient resources"))).toBe(false);
  expect(isStreamDamaged(undefined)).toBe(false);
});

test("a stream that NATS does not know is created", async () => {
  const { manager, created } = createManager(missing);
  expect(await ensureEventStream(manager, 0)).toEqual({ created: "1970-01-01T00:00:00.000Z", lastSeq: 0 });
  expect(created).toHaveLength(1);
});

test("while NATS does not answer, no stream is created, and the log does not say that one was", async () => {
  const { manager, created } = createManager(new NatsError("TIMEOUT", "TIMEOUT"));
  await expect(ensureEventStream(manager, 1000, createLogger("test", "silent"))).rejects.toThrow("TIMEOUT");
  expect(created).toEqual([]);
});
