import { getCurrentVersion } from "./documents.rules.js";
import type { DocumentVersion, FlowDocument } from "./documents.types.js";

/** A document as callers see it. */
export function toDocumentAnswer(document: FlowDocument) {
  const { _id, kind, title, requiresAcceptance, versions, createdAt, updatedAt } = document;
  const { sha256, bytes, mediaType } = getCurrentVersion(document);
  return {
    _id,
    kind,
    title,
    requiresAcceptance,
    sha256,
    bytes,
    mediaType,
    versions: versions.map(toVersionAnswer),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toVersionAnswer({ sha256, bytes, mediaType, uploadedAt }: DocumentVersion) {
  return { sha256, bytes, mediaType, uploadedAt: uploadedAt.toISOString() };
}
