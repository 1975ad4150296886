import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance } from "fastify";
import { countedAddress, plainAddress } from "../auth/addresses.js";
import type { Counters } from "./counters.js";
import { type NamedStanding, writeRateHeaders } from "./headers.js";

/** Who tries keys is slowed down. A right credential is let in from any address: others may share it. */
export interface CredentialLimit {
  /** Counts a wrong credential. @throws Refusal rate_limited once there were too many, in place of the 401 */
  failed(address: string): void;
  standing(address: string): NamedStanding;
}

export function credentialLimit(counters: Counters, limit: number): CredentialLimit {
  const nameOf = (address: string) => `credentials ${countedAddress(address)}`;
  const standing = (address: string): NamedStanding => ({
    policy: "failed-credentials",
    ...counters.standing(nameOf(address), limit),
  });
  return {
    standing,
    failed(address) {
      const { remaining, resetSeconds } = standing(address);
      if (remaining === 0) {
        throw new Refusal(
          "rate_limited",
          "Too many wrong credentials from this address. Check the key, then try again.",
          resetSeconds,
        );
      }
      counters.add(nameOf(address));
    },
  };
}

/** An answer that no other limit applies to says how many wrong credentials its address may still send. */
export function writeCredentialHeaders(app: FastifyInstance, limit: CredentialLimit): void {
  app.addHook("onSend", async (request, reply) => {
    if (!reply.hasHeader("ratelimit")) writeRateHeaders(reply, [limit.standing(plainAddress(request.ip))]);
  });
}
