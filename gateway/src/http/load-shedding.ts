import underPressure from "@fastify/under-pressure";
import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance } from "fastify";

const secondMs = 1000;

/**
 * The general limit: replies 503 to all callers after the event loop was very late for some seconds. Before that, the callers that cause the delay
 * are refused (`limits/load-shedding.ts`); this is for the case that refusing them does not help. The delay is the mean of a second, so that one
 * garbage collection is no overload. `app.memoryUsage()` returns it.
 * @param eventLoopDelayMaxMs 0 turns it off
 * @param seconds how long the loop has to be that late
 */
export function registerLoadShedding(app: FastifyInstance, eventLoopDelayMaxMs: number, seconds: number): void {
  if (eventLoopDelayMaxMs === 0) return;
  let lateSeconds = 0;
  void app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMaxMs,
    sampleInterval: secondMs,
    pressureHandler: () => {
      if (lateSeconds < seconds) return;
      throw new Refusal("overloaded", "The gateway is too busy right now. Try again in two seconds.", 2);
    },
  });
  const timer = setInterval(() => {
    lateSeconds = app.hasDecorator("isUnderPressure") && app.isUnderPressure() ? lateSeconds + 1 : 0;
  }, secondMs).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}
