import { type Call, createSystemCall } from "@tenant-ops/kit/call";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FlowsContext } from "../context.js";
import type { rejectRegistration } from "../registrations/registrations.verbs.js";
import { isRefusedAsNotPending } from "../registrations/registration-steps.rules.js";
import type { ClaimedTimer } from "../registrations/registrations.store.js";
import type { Registration } from "../registrations/registrations.rules.js";
import type { RecordVisit } from "../visits/visits.verbs.js";
import { type BankDecision, decideAfterAttempt, giveUp } from "./bank-outcomes.rules.js";
import { findBankProvider } from "./bank-provider.store.js";
import type { recordBankAttempt } from "./bank-validations.verbs.js";

/** The writes after a decision. */
export interface OutcomeVerbs {
  recordVisit: RecordVisit;
  rejectRegistration: ReturnType<typeof rejectRegistration>;
}

export interface BankContext extends OutcomeVerbs, Pick<FlowsContext, "db" | "bank"> {
  logger: Logger;
  /** Pauses between attempts. */
  retryScheduleMs: readonly number[];
  recordBankAttempt: ReturnType<typeof recordBankAttempt>;
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
    const call = createBankCall(businessId);
    if (decision.kind === "decided") await recordOutcome(context, call, registration, decision);
    else await context.recordBankAttempt(call, { timer, decision });
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
  { recordVisit, rejectRegistration }: OutcomeVerbs,
  call: Call,
  registration: Registration,
  { event, bank }: Extract<BankDecision, { kind: "decided" }>,
): Promise<void> {
  const { _id: registrationId, flowId, visitor } = registration;
  if (event === "bank_rejected") return rejectRegistration(call, { registration, bank });
  const completion = { registrationId, event, bank };
  await recordVisit(call, { flowId, completion, ...(visitor && { visitor }) });
}
