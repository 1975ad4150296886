import { defineVerb } from "@tenant-ops/kit/verbs";
import { requirePending } from "../registrations/registration-steps.rules.js";
import type { BankValidation } from "../registrations/registrations.rules.js";
import {
  changePending,
  type ClaimedTimer,
  deleteTimer,
  releaseTimer,
  resetTimer,
} from "../registrations/registrations.store.js";
import type { BankDecision } from "./bank-outcomes.rules.js";

/** The provider has called back, and decides later. @throws Refusal registration_not_pending */
export const keepBankWaiting = defineVerb(() => ({
  plan: (waiting: { registrationId: string; bank: BankValidation }) => waiting,
  async write(scope, { registrationId, bank }): Promise<undefined> {
    if (!(await changePending(scope, registrationId, "bank", { bank }))) requirePending(null, "bank_approved");
    if (bank.nextAt) await resetTimer(scope, registrationId, bank.nextAt);
  },
}));

/**
 * An attempt of a worker has not decided. Writes nothing when another worker has claimed the registration since, or a person has restarted the
 * validation.
 */
export const recordBankAttempt = defineVerb(() => ({
  plan: (attempt: { timer: ClaimedTimer; decision: Exclude<BankDecision, { kind: "decided" }> }) => attempt,
  async write(scope, { timer, decision }): Promise<undefined> {
    const { _id: registrationId } = timer;
    const dueAt = decision.kind === "later" ? decision.dueAt : undefined;
    if (!(await releaseTimer(scope, timer, dueAt ?? scope.now))) return;
    const isPending = await changePending(scope, registrationId, "bank", { bank: decision.bank });
    if (!isPending || !dueAt) await deleteTimer(scope, registrationId);
  },
}));
