import { keepFile, type Scope, setFileExpiry, type WriteScope } from "@tenant-ops/kit/data";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { requireEnabledProvider } from "../bank/bank-provider.rules.js";
import { findBankProvider } from "../bank/bank-provider.store.js";
import type { FlowsContext } from "../context.js";
import type { Upload } from "../documents/uploads.js";
import { loadFlow } from "../flows/flows.reads.js";
import type { UsageLimit } from "../limits/usage.rules.js";
import { claimUsage } from "../limits/visitor-limits.js";
import {
  after,
  bankMs,
  fileGraceMs,
  planTimer,
  requestBank,
  requirePending,
  type StepEvent,
} from "./registration-steps.rules.js";
import { type BankValidation, type Registration, requireRegistration, type WaitingFor } from "./registrations.rules.js";
import {
  addSecretHash,
  changePending,
  countUpload,
  deleteTimer,
  findRegistration,
  insertRegistration,
  insertTimer,
  type RegistrationChanges,
  resetTimer,
  setFile,
} from "./registrations.store.js";

/** The attempts at the bank begin again. @throws Refusal registration_not_pending */
export const resendToBank = defineVerb(() => ({
  load: async (scope, { slug, id }: { slug: string; id: string }) => {
    const registration = await loadRegistration(scope, slug, id);
    return { registration, provider: await findBankProvider(scope) };
  },
  plan(_, { registration, provider }) {
    const pending = requirePending(registration, "bank_approved");
    requireEnabledProvider(provider);
    return pending;
  },
  write: (scope, registration) => askBankFromNow(scope, registration, "bank"),
}));

/** All documents are there, and the bank is asked next. @throws Refusal registration_not_pending */
export const passToBank = defineVerb(() => ({
  load: (scope, { flowId, registrationId }: { flowId: string; registrationId: string }) =>
    findRegistration(scope, flowId, registrationId),
  plan: (_, found) => requirePending(found, "documents_sent"),
  async write(scope, registration) {
    await keepFiles(scope, registration);
    await askBankFromNow(scope, registration, "documents");
  },
}));

/** For a visitor who did not send the documents in time. MongoDB deletes the files by their expiry, because `keepFile` was not called for them. */
export const expireRegistration = defineVerb(() => ({
  plan: (registration: Registration) => registration,
  async write(scope, { _id, documents = [] }) {
    const withoutFiles = documents.map(({ field, text, isRequired }) => ({ field, text, isRequired }));
    await endPending(scope, _id, "documents", { state: "expired", documents: withoutFiles, endedAt: scope.now });
  },
}));

/** @throws Refusal registration_not_pending */
export const rejectRegistration = defineVerb(() => ({
  plan: (rejected: { registration: Registration; bank: BankValidation }) => rejected,
  async write(scope, { registration: { _id }, bank }) {
    const hasEnded = await endPending(scope, _id, "bank", { state: "rejected", bank, endedAt: scope.now });
    if (!hasEnded) requirePending(null, "bank_rejected");
  },
}));

/** Accepts a further cookie of the visitor who sent the form. */
export const acceptCookie = defineVerb(() => ({
  plan: (cookie: { registrationId: string; secretHash: string }) => cookie,
  write: (scope, { registrationId, secretHash }) => addSecretHash(scope, registrationId, secretHash),
}));

/**
 * Counts a file before any of it is read. The result is false when there were as many as allowed, or documents are not asked for any more.
 * @throws Refusal rate_limited when visitors have sent as many bytes as they may
 */
export const beginUpload = defineVerb(({ signIn }: FlowsContext) => ({
  plan: (begun: { registrationId: string; limits: readonly UsageLimit[] }) => begun,
  async write(scope, { registrationId, limits }) {
    if (!(await countUpload(scope, registrationId))) return false;
    await claimUsage(scope, limits, signIn.metrics);
    return true;
  },
}));

/** Puts a file in the place of the one that the visitor sent before. */
export const attachFile = defineVerb(() => ({
  plan: (attached: { registration: Registration; field: string; upload: Upload }) => attached,
  async write(scope, { registration: { _id, access }, field, upload: { file, mediaType } }) {
    const before = await setFile(scope, _id, field, { ...file, mediaType, uploadedAt: scope.now });
    // The registration has moved on or expired since. Nothing refers to the file, so it expires.
    if (!before || !access) return;
    await setFileExpiry(scope, file, after(access.expiresAt, fileGraceMs));
    const replaced = before.documents?.find((one) => one.field === field)?.file;
    if (replaced) await setFileExpiry(scope, replaced, scope.now);
  },
}));

/** @throws Refusal flow_not_found, registration_not_found */
export async function loadRegistration(scope: Scope, slug: string, id: string): Promise<Registration> {
  const flow = await loadFlow(scope, slug);
  return requireRegistration(await findRegistration(scope, flow._id, id), id, slug);
}

/** @returns false when the registration does not wait for this any more */
async function endPending(
  scope: WriteScope,
  registrationId: string,
  waitsFor: WaitingFor,
  changes: RegistrationChanges,
): Promise<boolean> {
  const hasEnded = await changePending(scope, registrationId, waitsFor, { ...changes, waitsFor: null, visitor: null });
  await deleteTimer(scope, registrationId);
  return hasEnded;
}

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
  };
  if (!waitsFor || !(await endPending(scope, _id, waitsFor, changes))) requirePending(null, event);
  await publishRegistration(scope, registration);
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
