import underPressure from "@fastify/under-pressure";
import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance } from "fastify";

/**
 * Replies 503 while the event loop is late: an early 503 helps the caller more than a late reply.
 * The delay is the mean of a second, so that one garbage collection is no overload.
 * @param eventLoopDelayMaxMs 0 turns load shedding off
 */
export function registerLoadShedding(app: FastifyInstance, eventLoopDelayMaxMs: number): void {
  if (eventLoopDelayMaxMs === 0) return;
  void app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMaxMs,
    sampleInterval: 1000,
    pressureHandler: () => {
      throw new Refusal("overloaded", "The gateway is too busy right now. Try again in two seconds.", 2);
    },
  });
}
