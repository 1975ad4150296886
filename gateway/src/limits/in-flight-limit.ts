import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyReply } from "fastify";

export interface InFlightLimit {
  /** Holds a place until the answer is out or the caller is gone. @throws Refusal overloaded */
  acquire(businessId: string, reply: FastifyReply): void;
}

/** Keeps one business from taking all the places of this process. */
export function createInFlightLimit(max: number): InFlightLimit {
  const held = new Map<string, number>();
  return {
    acquire(businessId, reply) {
      // The caller left while its key was looked up. Nobody would ever give this place back.
      if (reply.raw.destroyed) return;
      const count = (held.get(businessId) ?? 0) + 1;
      if (count > max) {
        throw new Refusal(
          "overloaded",
          `More than ${max} requests of this business are under way. Wait for some answers.`,
          1,
        );
      }
      held.set(businessId, count);
      reply.raw.once("close", () => {
        const left = (held.get(businessId) ?? 1) - 1;
        if (left > 0) held.set(businessId, left);
        else held.delete(businessId);
      });
    },
  };
}
