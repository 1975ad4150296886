import { type AsyncSignal, InFlightCounter } from "@tenant-ops/kit/concurrency";
import { createSystemCall } from "@tenant-ops/kit/call";
import { askBank, type BankContext } from "./bank/bank-step.js";
import {
  type ClaimedTimer,
  claimTimer,
  deleteTimer,
  findNextDueTime,
  findNextOfBusiness,
} from "./registration-timers.store.js";
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
  /** Where the round through the businesses goes on. */
  let lastBusiness = "";
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

  /**
   * Claims the oldest timer of one business after the other, until none is due: a business with many timers does not delay those of others.
   * @returns how long to wait before the next look
   */
  async function claimDue(): Promise<number> {
    // A look by time comes first: usually nothing is due, and no business has to be looked at.
    const firstMs = toWaitMs(await findNextDueTime(db));
    if (firstMs > 0) return firstMs;
    let round = { isWhole: lastBusiness === "", claims: 0, waitMs: idleMs };
    while (!isStopped && underWay.count < claimsMax) {
      const dueBy = new Date(Date.now() + idleMs);
      const next = await findNextOfBusiness(db, { after: lastBusiness, dueBy, busy: listBusy() });
      lastBusiness = next?.businessId ?? "";
      if (!next && round.isWhole && round.claims === 0) return round.waitMs;
      if (!next) round = { isWhole: true, claims: 0, waitMs: idleMs };
      else if (toWaitMs(next.dueAt) > 0) round.waitMs = Math.min(round.waitMs, toWaitMs(next.dueAt));
      else if (await claimOf(next.businessId)) round.claims += 1;
    }
    return idleMs;
  }

  /** Businesses that have as many claims as they may have, and those that leave: their timers stay as they are. */
  function listBusy(): string[] {
    const full = [...perBusiness].flatMap(([businessId, count]) => (count >= claimsPerBusinessMax ? [businessId] : []));
    return [...full, ...db.closedBusinesses.list()];
  }

  async function claimOf(businessId: string): Promise<boolean> {
    const timer = await claimTimer(db, businessId, leaseMs);
    if (timer) void underWay.run(() => serve(timer));
    return timer !== null;
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

const toWaitMs = (dueAt: Date | undefined): number =>
  dueAt ? Math.max(0, Math.min(dueAt.getTime() - Date.now(), idleMs)) : idleMs;

async function workOn(context: WorkerContext, timer: ClaimedTimer): Promise<void> {
  const { db } = context;
  const call = createSystemCall(timer.businessId, "pending registration");
  const scope = db.scope(call);
  const registration = await findRegistrationById(scope, timer._id);
  if (registration?.state !== "pending") return deleteTimer(scope, timer._id);
  if (registration.waitsFor === "bank") return askBank(context, timer, registration);
  await db.transaction(call, (write) => expireRegistration(write, registration));
}
