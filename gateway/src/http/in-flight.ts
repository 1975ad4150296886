import { Refusal } from "@tenant-ops/kit/errors";
import type { Metrics } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance } from "fastify";
import { onEachRequest } from "../request/each-request.js";

/** Counts the requests in flight in this process and replies 503 to those over the maximum. */
export function registerInFlightLimit(app: FastifyInstance, inFlightMax: number, metrics: Metrics): void {
  let inFlight = 0;
  onEachRequest(app, (_request, reply) => {
    inFlight += 1;
    metrics.inFlight.inc();
    reply.raw.once("close", () => {
      inFlight -= 1;
      metrics.inFlight.dec();
    });
    if (inFlight > inFlightMax) {
      throw new Refusal("overloaded", "Too many requests are under way. Try again in a second.", 1);
    }
  });
}
