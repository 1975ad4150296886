import { type Call, createSystemCall } from "../call/call.js";
import { newId } from "../data/ids.js";

/** Longer than the ten seconds of a real call: on a busy machine a test takes many times as long as usual. */
export const testCallMs = 60_000;

/** A call of a new business, or of this one, for all that a test does with it. */
export function createTestCall(businessId: string = newId("biz"), given: Partial<Call> = {}): Call {
  return createSystemCall(businessId, "test", { deadline: Date.now() + testCallMs, ...given });
}
