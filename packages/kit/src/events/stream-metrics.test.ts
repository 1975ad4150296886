import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createLogger } from "../telemetry/logger.js";
import { eventually, testBackend } from "../testing/index.js";
import { openBus } from "./bus.js";
import { ensureEventStream } from "./event-stream.js";
import { registerStreamMetrics } from "./stream-metrics.js";

test("the size of the stream is shown, and no value when NATS does not answer", async () => {
  const bus = openBus({ url: testBackend().natsUrl, name: "test", logger: createLogger("test", "silent") });
  await ensureEventStream(await (await bus.connected()).jetstreamManager(), 0);
  const registry = new Registry();
  registerStreamMetrics(registry, bus, () => false);
  await eventually(async () => expect(await registry.metrics()).toMatch(/^tenantops_stream_bytes \d+/m));
  await bus.close();
  const text = await registry.metrics();
  expect(text).toContain("# TYPE tenantops_stream_bytes gauge");
  expect(text).not.toMatch(/^tenantops_stream_bytes \d/m);
});
