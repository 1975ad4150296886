import type { BankValidation, Registration } from "./registrations.rules.js";

/** A registration as callers see it: without what recognises its visitor. */
export function toRegistrationReply(registration: Registration) {
  const { _id, flowId, slug, state, waitsFor, answers, utm, redirect, acceptedDocuments = [] } = registration;
  const { documents = [], bank, proof, createdAt, uncounted } = registration;
  return {
    _id,
    flowId,
    slug,
    state,
    ...(uncounted && { uncounted }),
    waitsFor: waitsFor ?? null,
    answers,
    utm,
    redirect,
    acceptedDocuments,
    files: documents.map(({ field, text, isRequired, file }) => {
      if (!file) return { field, text, isRequired, file: null };
      const { fileId, mediaType, bytes, sha256, uploadedAt } = file;
      const received = { _id: fileId, mediaType, bytes, sha256, uploadedAt: uploadedAt.toISOString() };
      return { field, text, isRequired, file: received };
    }),
    bankValidation: bank ? toBankReply(bank) : null,
    proof: proof ? { ...proof, at: proof.at.toISOString() } : null,
    createdAt: createdAt.toISOString(),
    completedAt: findCompletion(registration)?.toISOString() ?? null,
  };
}

/** Without a step after the form, it is complete with it. */
function findCompletion({ state, createdAt, completedAt }: Registration): Date | undefined {
  return completedAt ?? (state === "completed" ? createdAt : undefined);
}

/** How far it has come, without anything that the visitor has entered or proved. */
export function toRegistrationProgress(registration: Registration) {
  const { _id: registrationId, state, waitsFor, documents = [], bank, uncounted, createdAt } = registration;
  const completedAt = findCompletion(registration);
  return {
    registrationId,
    state,
    ...(waitsFor && { waitsFor }),
    missingDocuments: documents.filter(({ isRequired, file }) => isRequired && !file).map(({ text }) => text),
    ...(bank && { bankStatus: bank.status, bankFailure: bank.lastFailure ?? "" }),
    ...(uncounted && { uncounted }),
    createdAt: createdAt.toISOString(),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
  };
}

export function toBankReply({ status, reason, attempts, lastAttemptAt, lastFailure = "", nextAt }: BankValidation) {
  return {
    status,
    reason,
    attempts,
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    lastFailure,
    nextAt: nextAt?.toISOString() ?? null,
  };
}
