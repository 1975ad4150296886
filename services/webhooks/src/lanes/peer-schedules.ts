import { randomUUID } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import { z } from "zod";

/** More ids are not worth a message: their workers notice the schedules by themselves. */
const endpointIdsMax = 1000;
const messageSchema = z.object({ from: z.string(), endpointIds: z.array(z.string()).max(endpointIdsMax) });

/**
 * Tells the other processes which lanes were scheduled here. The process that serves such a lane reads its queue then; without the
 * message, which may get lost, it would do so within a second while it has other deliveries, or at the release.
 * @param onScheduled gets the lanes that another process has scheduled
 * @returns the function that tells the others
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
