import type { Lane, Lanes } from "../lanes/lanes.store.js";

/** The right to work on a lane, renewed while the work lasts. */
export interface LaneLease {
  /** False as soon as somebody else may have the lane: nothing may begin then. */
  holds(): boolean;
  stop(): void;
}

/**
 * A worker that was stopped and wakes up later must not go on as if nothing had happened: the clock decides, and
 * not whether a renewal failed.
 */
export function keepLease(lanes: Lanes, lane: Lane, leaseMs: number, onRenewed: () => void): LaneLease {
  let until = lane.leaseUntil?.getTime() ?? 0;
  let isLost = false;
  const timer = setInterval(() => void renew(), leaseMs / 3).unref();

  async function renew(): Promise<void> {
    try {
      const renewed = await lanes.renew(lane);
      if (!renewed) isLost = true;
      else until = renewed.getTime();
    } catch {
      // The database is away for a moment; until the lease ends there are two more tries.
    }
    onRenewed();
  }

  return {
    holds: () => !isLost && Date.now() < until - leaseMs / 10,
    stop: () => clearInterval(timer),
  };
}
