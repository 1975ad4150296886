import type { Scheduler } from "../lanes/scheduler.js";
import type { Delivery } from "./deliveries.rules.js";

/** @returns whether it accepts the delivery */
type Receiver = (delivery: Delivery) => boolean;

/** Passes new deliveries from the code that creates them to the lanes that this process serves. */
export interface HandOver {
  /**
   * Offers committed deliveries to the lanes that this process serves, and schedules the other lanes for now. A lane that is served needs no
   * schedule: when its worker dies, the lane is due at the end of its lease.
   */
  handOver(businessId: string, deliveries: readonly Delivery[]): Promise<void>;
  setReceiver(receiver: Receiver): void;
}

export function createHandOver(scheduler: Scheduler): HandOver {
  let receive: Receiver = () => false;
  return {
    async handOver(businessId, deliveries) {
      const others = deliveries.filter((delivery) => !receive(delivery));
      await scheduler.scheduleNow(
        businessId,
        others.map(({ endpointId }) => endpointId),
      );
    },
    setReceiver: (receiver) => void (receive = receiver),
  };
}
