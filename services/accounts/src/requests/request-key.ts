import { createHmac } from "node:crypto";
import { readIdempotencyKey } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { computeBodyDigest } from "@tenant-ops/kit/http";
import type { FastifyRequest } from "fastify";
import type { RequestKey } from "./request-keys.rules.js";

/**
 * The key with which a request is repeated, and a keyed digest of what was sent with it.
 * @throws Refusal idempotency_key_required
 */
export function requireRequestKey(request: FastifyRequest, pepper: Buffer): RequestKey {
  const key = readIdempotencyKey(request);
  if (key === undefined)
    throw new Refusal(
      "idempotency_key_required",
      "Send an Idempotency-Key header: the same value when you repeat this request.",
    );
  return { key, digest: createHmac("sha256", pepper).update(computeBodyDigest(request)).digest("base64url") };
}
