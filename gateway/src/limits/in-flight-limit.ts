import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyReply } from "fastify";

/** Limits the requests in flight per business, so that one business cannot use the whole process. */
export interface InFlightLimit {
  /** Counts a request until its reply is sent or its caller is gone. @throws Refusal overloaded */
  acquire(businessId: string, reply: FastifyReply): void;
}

export function createInFlightLimit(max: number): InFlightLimit {
  const counts = new Map<string, number>();

  function release(businessId: string): void {
    const left = (counts.get(businessId) ?? 1) - 1;
    if (left > 0) counts.set(businessId, left);
    else counts.delete(businessId);
  }

  return {
    acquire(businessId, reply) {
      // The caller left during the look-up of its key: "close" has been emitted already and would never release the count.
      if (reply.raw.destroyed) return;
      const count = (counts.get(businessId) ?? 0) + 1;
      if (count > max) {
        throw new Refusal(
          "overloaded",
          `More than ${max} requests of this business are under way. Wait for some answers.`,
          1,
        );
      }
      counts.set(businessId, count);
      reply.raw.once("close", () => release(businessId));
    },
  };
}
