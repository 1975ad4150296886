import type { Schedule } from "./lanes.types.js";
import type { Scheduler } from "./scheduler.js";

const crashDelayMs = 3000;

/**
 * Runs `work`, which creates a delivery, and makes its lane due. The lane is scheduled twice: before the commit for three
 * seconds later, so that a crash after the commit loses nothing, and after it for now.
 */
export async function withScheduledDelivery<T>(
  scheduler: Scheduler,
  lane: Omit<Schedule, "dueAt">,
  work: () => Promise<T>,
): Promise<T> {
  await scheduler.schedule({ ...lane, dueAt: new Date(Date.now() + crashDelayMs) });
  const result = await work();
  await scheduler.schedule({ ...lane, dueAt: new Date() });
  return result;
}
