import { InFlightCounter } from "@tenant-ops/kit/concurrency";
import { createSystemCall } from "@tenant-ops/kit/call";
import { askBank, type BankContext } from "../bank/bank-step.js";
import { recordBankAttempt } from "../bank/bank-validations.verbs.js";
import type { FlowsContext } from "../context.js";
import { expireRegistration, rejectRegistration } from "./registrations.verbs.js";
import {
  type ClaimedTimer,
  claimTimer,
  deleteTimer,
  findNextDueTime,
  findNextOfBusiness,
  findRegistrationById,
} from "./registrations.store.js";

/** How long a worker without due timers waits before the next query: another process may have set a timer. */
const idleMs = 2000;
const failureMs = 1000;
const claimsMax = 32;
/** Without it, the registrations of one business whose bank does not answer would delay those of all others. */
const claimsPerBusinessMax = 8;

interface WorkerContext extends FlowsContext, Pick<BankContext, "logger" | "recordVisit" | "retryScheduleMs"> {
  /** How long a claim lasts: after a crash of its worker, another one continues then. */
  leaseMs: number;
}

const bindVerbs = (context: WorkerContext) => ({
  ...context,
  expireRegistration: expireRegistration(context),
  rejectRegistration: rejectRegistration(context),
  recordBankAttempt: recordBankAttempt(context),
});

/**
 * Handles pending registrations whose timer is due, in every process: asks banks, and expires registrations without documents.
 * @returns a function that stops the worker: nothing more is claimed, and it waits for what is running
 */
export function startRegistrationWorker(context: WorkerContext): () => Promise<void> {
  const { db, logger, signal, leaseMs } = context;
  const bound = bindVerbs(context);
  const running = new InFlightCounter();
  const perBusiness = new Map<string, number>();
  /** The round through the businesses continues after this one. */
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
   * Claims the oldest timer of one business after the other, until none is due, so that a business with many timers does not delay the others.
   * @returns how long to wait before the next call
   */
  async function claimDue(): Promise<number> {
    // First one query by time: usually nothing is due, and the queries per business are not needed.
    const firstMs = toWaitMs(await findNextDueTime(db));
    if (firstMs > 0) return firstMs;
    let round = { isWhole: lastBusiness === "", claims: 0, waitMs: idleMs };
    while (!isStopped && running.count < claimsMax) {
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

  /** Businesses that have as many claims as allowed, and those in offboarding: their timers are not claimed. */
  function listBusy(): string[] {
    const full = [...perBusiness].flatMap(([businessId, count]) => (count >= claimsPerBusinessMax ? [businessId] : []));
    return [...full, ...db.closedBusinesses.list()];
  }

  async function claimOf(businessId: string): Promise<boolean> {
    const call = createSystemCall(businessId, "claim registration");
    const timer = await db.transaction(call, (scope) => claimTimer(scope, leaseMs));
    if (timer) void running.run(() => serve(timer));
    return timer !== null;
  }

  async function serve(timer: ClaimedTimer): Promise<void> {
    const { businessId } = timer;
    perBusiness.set(businessId, (perBusiness.get(businessId) ?? 0) + 1);
    try {
      await workOn(bound, timer);
    } catch (error) {
      // The claim expires, and the timer is claimed again then.
      logger.warn({ err: error, businessId, registrationId: timer._id }, "pending registration failed");
    } finally {
      const remaining = (perBusiness.get(businessId) ?? 1) - 1;
      if (remaining > 0) perBusiness.set(businessId, remaining);
      else perBusiness.delete(businessId);
      signal.notify();
    }
  }

  const claiming = claimUntilStopped();
  return async () => {
    isStopped = true;
    signal.notify();
    await claiming;
    await running.waitUntilIdle(leaseMs);
    await context.bank.close();
  };
}

const toWaitMs = (dueAt: Date | undefined): number =>
  dueAt ? Math.max(0, Math.min(dueAt.getTime() - Date.now(), idleMs)) : idleMs;

async function workOn(context: ReturnType<typeof bindVerbs>, timer: ClaimedTimer): Promise<void> {
  const { db } = context;
  const call = createSystemCall(timer.businessId, "pending registration");
  const scope = db.scope(call);
  const registration = await findRegistrationById(scope, timer._id);
  if (registration?.state !== "pending") return deleteTimer(scope, timer._id);
  if (registration.waitsFor === "bank") return askBank(context, timer, registration);
  await context.expireRegistration(call, registration);
}
