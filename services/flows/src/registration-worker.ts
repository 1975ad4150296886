import { type AsyncSignal, InFlightCounter } from "@tenant-ops/kit/concurrency";
import { createSystemCall } from "@tenant-ops/kit/call";
import { askBank, type BankContext } from "./bank/bank-step.js";
import { type ClaimedTimer, claimTimer, deleteTimer, findNextDueTime } from "./registration-timers.store.js";
import { expireRegistration } from "./registrations.changes.js";
import { findRegistrationById } from "./registrations.store.js";

/** How long a worker without due timers waits before it looks again: another process may have set one. */
const idleMs = 2000;
const failureMs = 1000;
const claimsMax = 32;
/** A bank that does not answer must not keep those of other businesses waiting. */
const claimsPerBusinessMax = 8;

export interface WorkerContext extends BankContext {
  /** Notified when a registration of this process waits for its bank. */
  signal: AsyncSignal;
  /** How long a worker that crashed keeps a registration. */
  leaseMs: number;
}

/**
 * Works on pending registrations whose time has come, in every process: asks banks, and ends registrations without documents.
 * @returns how to stop: nothing is claimed any more, and what is under way ends
 */
export function startRegistrationWorker(context: WorkerContext): () => Promise<void> {
  const { db, logger, signal, leaseMs } = context;
  const underWay = new InFlightCounter();
  const perBusiness = new Map<string, number>();
  let isStopped = false;

  async function claimUntilStopped(): Promise<void> {
    while (!isStopped) {
      const waitMs = await claimDue().catch((error: unknown) => {
        logger.warn({ err: error }, "pending registrations could not be claimed");
        return failureMs;
      });
      if (!isStopped) await signal.wait(waitMs);
    }
  }

  /** @returns how long to wait before the next look */
  async function claimDue(): Promise<number> {
    while (!isStopped && underWay.count < claimsMax) {
      const full = [...perBusiness].flatMap(([businessId, count]) =>
        count >= claimsPerBusinessMax ? [businessId] : [],
      );
      // Timers of a business that leaves stay as they are.
      const busy = [...full, ...db.closedBusinesses.list()];
      // A read before the claim, so that an idle worker writes nothing.
      const next = await findNextDueTime(db, busy);
      const waitMs = next ? Math.min(next.getTime() - Date.now(), idleMs) : idleMs;
      if (waitMs > 0) return waitMs;
      const timer = await claimTimer(db, leaseMs, busy);
      if (timer) void underWay.run(() => serve(timer));
    }
    return idleMs;
  }

  async function serve(timer: ClaimedTimer): Promise<void> {
    const { businessId } = timer;
    perBusiness.set(businessId, (perBusiness.get(businessId) ?? 0) + 1);
    try {
      await workOn(context, timer);
    } catch (error) {
      // The claim ends by itself, and another one follows.
      logger.warn({ err: error, businessId, registrationId: timer._id }, "pending registration failed");
    } finally {
      const left = (perBusiness.get(businessId) ?? 1) - 1;
      if (left > 0) perBusiness.set(businessId, left);
      else perBusiness.delete(businessId);
      signal.notify();
    }
  }

  const claiming = claimUntilStopped();
  return async () => {
    isStopped = true;
    signal.notify();
    await claiming;
    await underWay.waitUntilIdle(leaseMs);
    await context.bank.close();
  };
}

async function workOn(context: WorkerContext, timer: ClaimedTimer): Promise<void> {
  const { db } = context;
  const call = createSystemCall(timer.businessId, "pending registration");
  const scope = db.scope(call);
  const registration = await findRegistrationById(scope, timer._id);
  if (registration?.state !== "pending") return deleteTimer(scope, timer._id);
  if (registration.waitsFor === "bank") return askBank(context, timer, registration);
  await db.transaction(call, (write) => expireRegistration(write, registration));
}
