import { keepFile, type WriteScope } from "@tenant-ops/kit/data";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { after, bankMs, planTimer, requestBank, requirePending, type StepEvent } from "./registration-steps.rules.js";
import { changePending, deleteTimer, insertRegistration, insertTimer, resetTimer } from "./registrations.store.js";
import type { BankValidation, Registration, WaitingFor } from "./registrations.rules.js";

// The writes that change the state of a registration. The caller opens the transaction.

/** Fields that are removed when a registration ends. */
const ended = { waitsFor: null, visitor: null } as const;

/** Only a completed registration is published. */
export async function addRegistration(scope: WriteScope, registration: Registration): Promise<void> {
  await insertRegistration(scope, registration);
  if (registration.state === "completed") await publishRegistration(scope, registration);
  else await insertTimer(scope, registration._id, planTimer(registration, scope.now));
}

/** @param registration as it is afterwards */
export async function completeRegistration(
  scope: WriteScope,
  registration: Registration,
  event: StepEvent,
): Promise<void> {
  const { _id, state, completedAt, bank, waitsFor, uncounted, counted } = registration;
  if (event === "documents_sent") await keepFiles(scope, registration);
  const changes = {
    state,
    ...(completedAt && { completedAt }),
    ...(bank && { bank }),
    ...(uncounted && { uncounted }),
    ...(counted && { counted }),
    ...ended,
  };
  if (!waitsFor || !(await changePending(scope, _id, waitsFor, changes))) requirePending(null, event);
  await deleteTimer(scope, _id);
  await publishRegistration(scope, registration);
}

/** All documents are there, and the bank is asked next. @throws Refusal registration_not_pending */
export async function passToBank(scope: WriteScope, registration: Registration): Promise<void> {
  await keepFiles(scope, registration);
  await askBankFromNow(scope, registration, "documents");
}

/** The attempts at the bank begin again. @throws Refusal registration_not_pending */
export function resendToBank(scope: WriteScope, registration: Registration): Promise<Registration> {
  return askBankFromNow(scope, registration, "bank");
}

/** @returns the registration afterwards */
async function askBankFromNow(
  scope: WriteScope,
  registration: Registration,
  waitsFor: WaitingFor,
): Promise<Registration> {
  const { _id, access } = registration;
  const changes = {
    waitsFor: "bank" as const,
    bank: requestBank(scope.now),
    // A bank may take days, and the visitor must be able to open the page until it has decided.
    ...(access && { access: { ...access, expiresAt: after(scope.now, bankMs) } }),
  };
  if (!(await changePending(scope, _id, waitsFor, changes))) requirePending(null, "documents_sent");
  await resetTimer(scope, _id, scope.now);
  return { ...registration, ...changes };
}

/** For a visitor who did not send the documents in time. MongoDB deletes the files by their expiry, because `keepFile` was not called for them. */
export async function expireRegistration(scope: WriteScope, { _id, documents = [] }: Registration): Promise<void> {
  const withoutFiles = documents.map(({ field, text, isRequired }) => ({ field, text, isRequired }));
  await changePending(scope, _id, "documents", {
    ...{ state: "expired", documents: withoutFiles, endedAt: scope.now },
    ...ended,
  });
  await deleteTimer(scope, _id);
}

/** @throws Refusal registration_not_pending */
export async function rejectRegistration(
  scope: WriteScope,
  { _id }: Registration,
  bank: BankValidation,
): Promise<void> {
  const changed = await changePending(scope, _id, "bank", {
    ...{ state: "rejected", bank, endedAt: scope.now },
    ...ended,
  });
  if (!changed) requirePending(null, "bank_rejected");
  await deleteTimer(scope, _id);
}

async function keepFiles(scope: WriteScope, { documents = [] }: Registration): Promise<void> {
  for (const { file } of documents) if (file) await keepFile(scope, file);
}

/** The event has ids and states only, no answers: those are personal data. */
async function publishRegistration(scope: WriteScope, registration: Registration): Promise<void> {
  const { _id: registrationId, flowId, slug, redirect, utm } = registration;
  await scope.publish(FlowRegistrationCompletedSchema, {
    registrationId,
    flowId,
    slug,
    redirectType: redirect.type,
    ...(redirect.targetId && { redirectTargetId: redirect.targetId }),
    ...(utm.campaign && { campaign: utm.campaign }),
  });
}
