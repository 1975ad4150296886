import type { Collection } from "mongodb";
import { newId } from "../data/ids.js";
import type { LeaseRow } from "../data/infrastructure.js";
import { acquireLease, releaseLease } from "../data/leases/lease.js";
import type { Logger } from "../telemetry/logger.js";

const leaseName = "relay";
const renewIntervalMs = 2000;

export interface RelayLease {
  isHeld: () => boolean;
  /** Resolves after the first attempt to acquire the lease. */
  ready: Promise<void>;
  release(): Promise<void>;
}

/** Acquires the lease of the outbox relay as soon as it is free, and renews it. */
export function keepRelayLease(leases: Collection<LeaseRow>, logger: Logger, onAcquired: () => void): RelayLease {
  const holder = newId("relay");
  let isHeld = false;
  let renewing = renew();
  const ready = renewing;
  const timer = setInterval(() => void (renewing = renew()), renewIntervalMs).unref();

  async function renew(): Promise<void> {
    try {
      const isAcquired = await acquireLease(leases, leaseName, holder);
      // Compared after the call, because a renewal that failed meanwhile has set isHeld to false.
      if (isAcquired && !isHeld) onAcquired();
      isHeld = isAcquired;
    } catch (error) {
      // Without the database there is nothing to publish either.
      isHeld = false;
      logger.warn({ err: error }, "relay lease not renewed");
    }
  }

  return {
    isHeld: () => isHeld,
    ready,
    async release() {
      clearInterval(timer);
      // A renewal that is still running would acquire the lease again after its release.
      await renewing;
      await releaseLease(leases, leaseName, holder).catch(() => undefined);
    },
  };
}
