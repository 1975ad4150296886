import { type Call, createSystemCall } from "../call/call.js";

/** For a part that is begun just before the time of its caller is over. */
const partMs = 10_000;

/**
 * The call of one part of an erasure. It has a time of its own: a part that takes longer than the caller waits is recorded all the same, and
 * is not begun again.
 * @param until milliseconds since 1970 until which the part may go on; without it, it is one transaction
 */
export function createErasureCall(
  { businessId, requestId, allowsClosed = "leaving" }: Pick<Call, "businessId" | "requestId" | "allowsClosed">,
  until = 0,
): Call {
  const deadline = Math.max(until, Date.now()) + partMs;
  return createSystemCall(businessId, "erasure", { requestId, allowsClosed, deadline });
}
