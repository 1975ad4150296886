import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyReply } from "fastify";

/** Limits the requests in flight per business or address, so that one of them cannot use the whole process. */
export interface InFlightLimit {
  /** Counts a request until its reply is sent or its connection is closed. @throws Refusal overloaded */
  acquire(name: string, reply: FastifyReply): void;
}

/** @param whose for the refusal: "of this business" */
export function createInFlightLimit(max: number, whose: string): InFlightLimit {
  const counts = new Map<string, number>();

  function release(name: string): void {
    const remaining = (counts.get(name) ?? 1) - 1;
    if (remaining > 0) counts.set(name, remaining);
    else counts.delete(name);
  }

  return {
    acquire(name, reply) {
      // The connection was closed while the key was looked up: "close" was emitted already and would never release the count.
      if (reply.raw.destroyed) return;
      const count = (counts.get(name) ?? 0) + 1;
      if (count > max) {
        throw new Refusal("overloaded", `More than ${max} requests ${whose} are under way. Wait for some answers.`, 1);
      }
      counts.set(name, count);
      reply.raw.once("close", () => release(name));
    },
  };
}
