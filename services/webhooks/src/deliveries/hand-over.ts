import type { Scheduler } from "../lanes/scheduler.js";
import type { Delivery } from "./deliveries.rules.js";

/** The lanes that this process serves. */
interface Receiver {
  /** The token of the lane that accepts deliveries to this endpoint at the moment. */
  findToken(endpointId: string): string | undefined;
  /** @returns whether a lane accepts the delivery */
  offer(delivery: Delivery): boolean;
}

/** Passes new deliveries from the code that creates them to the lanes that this process serves. */
export interface HandOver extends Pick<Receiver, "findToken"> {
  /**
   * Offers committed deliveries to the lanes that this process serves, and schedules the other lanes for now. A lane that is served needs no
   * schedule: when its worker dies, the lane is due at the end of its lease.
   */
  handOver(businessId: string, deliveries: readonly Delivery[]): Promise<void>;
  setReceiver(receiver: Receiver): void;
}

export function createHandOver(scheduler: Scheduler): HandOver {
  let lanes: Receiver = { findToken: () => undefined, offer: () => false };
  return {
    findToken: (endpointId) => lanes.findToken(endpointId),
    async handOver(businessId, deliveries) {
      const others = deliveries.filter((delivery) => !lanes.offer(delivery));
      await scheduler.scheduleNow(
        businessId,
        others.map(({ endpointId }) => endpointId),
      );
    },
    setReceiver: (receiver) => void (lanes = receiver),
  };
}
