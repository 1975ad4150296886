import { type Call, createSystemCall } from "../call/call.js";

/**
 * The call of one part of an erasure. It has a time of its own: a part that takes longer than the caller waits is recorded all the same, and
 * is not begun again.
 */
export function createErasureCall({
  businessId,
  requestId,
  allowsClosed = "leaving",
}: Pick<Call, "businessId" | "requestId" | "allowsClosed">): Call {
  return createSystemCall(businessId, "erasure", { requestId, allowsClosed });
}
