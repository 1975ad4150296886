import type { LaneStore } from "../lanes/lanes.store.js";
import type { ClaimedLane } from "../lanes/lanes.types.js";

/** The exclusive right to serve a lane, renewed while the lane is served. */
export interface LaneLease {
  /** False as soon as another worker may claim the lane: no attempt may start then. */
  isHeld(): boolean;
  stop(): void;
}

/**
 * Renews the lease of a lane. Whether it is held is decided by the clock, not by a failed renewal: a process that was suspended must not start an
 * attempt before it notices that its lease has expired.
 */
export function keepLease(lanes: LaneStore, lane: ClaimedLane, leaseMs: number, onRenewed: () => void): LaneLease {
  let until = lane.leaseUntil.getTime();
  let isLost = false;
  const timer = setInterval(() => void renew(), leaseMs / 3).unref();

  async function renew(): Promise<void> {
    try {
      const renewed = await lanes.renew(lane);
      if (!renewed) isLost = true;
      else until = renewed.getTime();
    } catch {
      // The database did not answer. Before the lease ends there are two more tries.
    }
    onRenewed();
  }

  return {
    isHeld: () => !isLost && Date.now() < until - leaseMs / 10,
    stop: () => clearInterval(timer),
  };
}
