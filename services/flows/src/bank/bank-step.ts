import { type Call, createSystemCall } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { rejectRegistration } from "../registrations/registrations.changes.js";
import { isRefusedAsNotPending } from "../registrations/registration-steps.rules.js";
import { changePending, type ClaimedTimer, deleteTimer, releaseTimer } from "../registrations/registrations.store.js";
import type { Registration } from "../registrations/registrations.rules.js";
import type { RecordVisit } from "../visits/visits.batch.js";
import type { BankClient } from "./bank-client.js";
import { type BankDecision, decideAfterAttempt, giveUp } from "./bank-outcomes.rules.js";
import { findBankProvider } from "./bank-provider.store.js";

export interface BankContext {
  db: Database;
  logger: Logger;
  /** Pauses between attempts. */
  retryScheduleMs: readonly number[];
  bank: BankClient;
  recordVisit: RecordVisit;
}

const createBankCall = (businessId: string): Call => createSystemCall(businessId, "bank validation");

/** One attempt at the bank, or the end of waiting for its callback. */
export async function askBank(context: BankContext, timer: ClaimedTimer, registration: Registration): Promise<void> {
  const decision = await decide(context, timer, registration);
  const { businessId } = timer;
  const { status, attempts: attempt, lastFailure: failure } = decision.bank;
  const details = { businessId, registrationId: registration._id, status, attempt, ...(failure && { failure }) };
  context.logger.info(details, "bank validation");
  try {
    if (decision.kind === "decided") await recordOutcome(context, createBankCall(businessId), registration, decision);
    else await recordAttempt(context.db, timer, decision);
  } catch (error) {
    // Decided meanwhile, by a callback or by an attempt of another worker.
    if (!isRefusedAsNotPending(error)) throw error;
  }
}

async function decide(
  { db, bank: client, retryScheduleMs }: BankContext,
  { businessId, claims }: ClaimedTimer,
  { _id: registrationId, bank, slug, answers, createdAt }: Registration,
): Promise<BankDecision> {
  if (!bank) throw new Error(`${registrationId} waits for a bank that it does not need`);
  if (bank.status === "waiting") return giveUp(bank, "no_callback");
  const provider = await findBankProvider(db.scope(createBankCall(businessId)));
  if (!provider?.isEnabled) return giveUp(bank, "provider_off");
  const result = await client.ask(provider, { registrationId, slug, answers, createdAt });
  return decideAfterAttempt(bank, claims, result, { retryScheduleMs, now: new Date(), random: Math.random() });
}

/**
 * The bank has decided: the registration is complete, or rejected. This is always stored, also when another worker has claimed the registration
 * since.
 * @throws Refusal registration_not_pending
 */
export async function recordOutcome(
  { db, recordVisit }: Pick<BankContext, "db" | "recordVisit">,
  call: Call,
  registration: Registration,
  { event, bank }: Extract<BankDecision, { kind: "decided" }>,
): Promise<void> {
  const { _id: registrationId, flowId, visitor } = registration;
  if (event === "bank_rejected") return db.transaction(call, (scope) => rejectRegistration(scope, registration, bank));
  const completion = { registrationId, event, bank };
  await recordVisit(call, { flowId, completion, ...(visitor && { visitor }) });
}

/** Writes nothing when another worker has claimed the registration since, or a person has restarted the validation. */
async function recordAttempt(
  db: Database,
  timer: ClaimedTimer,
  decision: Exclude<BankDecision, { kind: "decided" }>,
): Promise<void> {
  const { _id: registrationId, businessId } = timer;
  await db.transaction(createBankCall(businessId), async (scope) => {
    const dueAt = decision.kind === "later" ? decision.dueAt : undefined;
    if (!(await releaseTimer(scope, timer, dueAt ?? scope.now))) return;
    const isPending = await changePending(scope, registrationId, "bank", { bank: decision.bank });
    if (!isPending || !dueAt) await deleteTimer(scope, registrationId);
  });
}
