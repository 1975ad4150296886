import { randomUUID } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import { z } from "zod";

/** Further ids are left out of a message: the workers of these lanes notice the schedules without it. */
const endpointIdsMax = 1000;
const messageSchema = z.object({ from: z.string(), endpointIds: z.array(z.string()).max(endpointIdsMax) });

/**
 * Publishes to the other processes which lanes were scheduled here. The process that serves such a lane then reads its queue. The message may get
 * lost: without it, the queue is read within a second while the lane has other deliveries, or at its release.
 * @param onScheduled gets the lanes that another process has scheduled
 * @returns the function that publishes to the others
 */
export function connectPeerSchedules(
  bus: Bus,
  { name }: Database,
  onScheduled: (endpointIds: readonly string[]) => void,
): (endpointIds: readonly string[]) => void {
  const self = randomUUID();
  const subject = `webhooks.scheduled.${name}`;
  bus.subscribe(subject, (message) => {
    const { data } = messageSchema.safeParse(message);
    if (data && data.from !== self) onScheduled(data.endpointIds);
  });
  return (endpointIds) => bus.publish(subject, { from: self, endpointIds: endpointIds.slice(0, endpointIdsMax) });
}
