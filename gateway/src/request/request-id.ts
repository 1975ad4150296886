import { randomUUID } from "node:crypto";
import { metadataKeys } from "@tenant-ops/kit/call";

/** A caller may choose the id if it is printable and short: it appears in logs and headers. */
const acceptedRequestId = /^[\w.:-]{8,128}$/;

/** The caller's `x-request-id` if it is acceptable, otherwise a new id. Passed to Fastify as `genReqId`. */
export function createRequestId(raw: { headers: Record<string, string | string[] | undefined> }): string {
  const given = raw.headers[metadataKeys.requestId];
  return typeof given === "string" && acceptedRequestId.test(given) ? given : `req_${randomUUID().replaceAll("-", "")}`;
}
