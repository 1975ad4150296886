import type { WakeUp } from "./lanes.store.js";
import type { Waker } from "./scheduler.js";

const safetyMs = 3000;

/**
 * Does something that leaves a delivery, and wakes its lane. Woken twice: once for a little later before the commit, so that a
 * death right after it loses nothing, and once for now.
 */
export async function sendSoon<T>(
  waker: Waker,
  businessId: string,
  endpointId: string,
  set: NonNullable<WakeUp["set"]>,
  work: () => Promise<T>,
): Promise<T> {
  await waker.wake([{ endpointId, businessId, at: new Date(Date.now() + safetyMs), set }]);
  const result = await work();
  await waker.wake([{ endpointId, businessId, at: new Date(), set }]);
  return result;
}
