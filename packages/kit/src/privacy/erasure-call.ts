import { type Call, createSystemCall } from "../call/call.js";

/** Time for a part that begins just before `until`. */
const partMs = 10_000;

/**
 * The call of one part of an erasure. It has its own deadline: a part that takes longer than the caller's timeout is still recorded, and is not
 * repeated.
 * @param until milliseconds since 1970 until which the part may begin further work; without it, the part is one transaction
 */
export function createErasureCall(
  { businessId, requestId, allowsClosed = "closed" }: Pick<Call, "businessId" | "requestId" | "allowsClosed">,
  until = 0,
): Call {
  const deadline = Math.max(until, Date.now()) + partMs;
  return createSystemCall(businessId, "erasure", { requestId, allowsClosed, deadline });
}
