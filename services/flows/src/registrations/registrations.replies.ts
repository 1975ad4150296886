import type { BankValidation, Registration } from "./registrations.types.js";

/** A registration as callers see it: without what recognises its visitor. */
export function toRegistrationReply(registration: Registration) {
  const { _id, flowId, slug, state, waitsFor, answers, utm, redirect, acceptedDocuments = [] } = registration;
  const { documents = [], bank, proof, createdAt, completedAt, uncounted } = registration;
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
    completedAt: (completedAt ?? (state === "completed" ? createdAt : undefined))?.toISOString() ?? null,
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
