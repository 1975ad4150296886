import { monitorEventLoopDelay } from "node:perf_hooks";
import { Refusal } from "@tenant-ops/kit/errors";
import type { Metrics } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance } from "fastify";

const resolutionMs = 20;
const sampleMs = 1000;

export interface LoadSheddingOptions {
  inFlightMax: number;
  /** 0 switches it off. */
  eventLoopDelayMaxMs: number;
  metrics: Metrics;
}

/** Turns requests away while this process has too much to do: a quick 503 helps the caller more than a late answer. */
export function registerLoadShedding(
  app: FastifyInstance,
  { inFlightMax, eventLoopDelayMaxMs, metrics }: LoadSheddingOptions,
): void {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delayMs = 0;
  // The mean of a second: one garbage collection is no overload.
  const sampling = setInterval(() => {
    delayMs = Number.isNaN(histogram.mean) ? 0 : histogram.mean / 1e6 - resolutionMs;
    histogram.reset();
  }, sampleMs).unref();
  app.addHook("onClose", async () => {
    clearInterval(sampling);
    histogram.disable();
  });

  let inFlight = 0;
  app.addHook("onRequest", async (_request, reply) => {
    inFlight += 1;
    metrics.inFlight.inc();
    reply.raw.once("close", () => {
      inFlight -= 1;
      metrics.inFlight.dec();
    });
    if (inFlight > inFlightMax)
      throw new Refusal("overloaded", "Too many requests are under way. Try again in a second.", 1);
    if (eventLoopDelayMaxMs > 0 && delayMs > eventLoopDelayMaxMs) {
      throw new Refusal("overloaded", "The gateway is too busy right now. Try again in two seconds.", 2);
    }
  });
}
