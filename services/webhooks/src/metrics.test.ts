import type { Bus } from "@tenant-ops/kit/events";
import { createMetrics } from "@tenant-ops/kit/telemetry";
import { expect, test } from "vitest";
import { createWebhookMetrics } from "./metrics.js";

test("a NATS that does not answer does not delay the other metrics: Prometheus would take webhooks for missing", async () => {
  const metrics = createMetrics("webhooks");
  const connection = { jetstreamManager: () => new Promise(() => undefined) };
  createWebhookMetrics(metrics, { current: () => connection } as unknown as Bus, "webhooks");
  expect(await metrics.registry.metrics()).toContain("tenantops_webhook_fenced_total");
});
