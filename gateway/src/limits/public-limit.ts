import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { countedAddress } from "../auth/addresses.js";
import type { Counters } from "./counters.js";
import { writeRateHeaders } from "./headers.js";

/** Counts a request without a credential against its address. @throws Refusal rate_limited */
export type TakePublic = (request: FastifyRequest, reply: FastifyReply) => void;

export function publicLimit(counters: Counters, limit: number): TakePublic {
  return (request, reply) => {
    const name = `public ${countedAddress(request.ip)}`;
    const before = counters.standing(name, limit);
    if (before.remaining > 0) counters.add(name);
    writeRateHeaders(reply, [{ policy: "public", ...counters.standing(name, limit) }]);
    if (before.remaining === 0) {
      throw new Refusal(
        "rate_limited",
        `More than ${limit} requests in a minute from this address.`,
        before.resetSeconds,
      );
    }
  };
}
