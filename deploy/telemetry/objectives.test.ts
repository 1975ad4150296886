import type { Bus } from "@tenant-ops/kit/events";
import { createMetrics } from "@tenant-ops/kit/telemetry";
import { expect, test } from "vitest";
import { createWebhookMetrics } from "../../services/webhooks/src/metrics.js";
import { readRecordingRules } from "./rules.js";

test("each bound that an objective looks at is a bound of the histogram: without such a bucket everything would be good", async () => {
  const metrics = createMetrics("webhooks");
  metrics.httpSeconds.observe({ route: "/mcp", method: "POST", status: "200" }, 0);
  metrics.eventLagSeconds.observe({ consumer: "webhooks" }, 0);
  createWebhookMetrics(metrics, { current: () => undefined } as unknown as Bus, "webhooks");
  const samples = (await metrics.registry.metrics()).split("\n");
  const looked = readRecordingRules().flatMap(({ expr }) => [...expr.matchAll(/(\w+_bucket)\{[^}]*le=~"([^"]+)"/g)]);
  const listBounds = (bucket = "") =>
    samples.flatMap((line) => (line.startsWith(`${bucket}{`) ? [/le="([^"]+)"/.exec(line)?.[1]] : []));
  expect(new Set(looked.map(([, bucket]) => bucket)).size).toBe(3);
  for (const [, bucket, bound] of looked)
    // As our processes write it, and as Prometheus 3 stores it.
    for (const form of [(text = "") => text, (text = "") => (/^\d+$/.test(text) ? `${text}.0` : text)])
      expect([
        bucket,
        listBounds(bucket)
          .map(form)
          .filter((text) => new RegExp(`^(?:${bound})$`).test(text)),
      ]).toEqual([bucket, [expect.any(String)]]);
});
