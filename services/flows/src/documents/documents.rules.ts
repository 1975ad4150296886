import { conflict, notFound, refused } from "@tenant-ops/kit/errors";
import type { StoredFile } from "@tenant-ops/kit/data";
import { fixedLimits } from "@tenant-ops/rest/budgets";
import { getExtension, type MediaType } from "./media-types.rules.js";

export type DocumentKind = "terms" | "privacy" | "permit";

/** One content that a document has or had. */
export interface DocumentVersion {
  sha256: string;
  bytes: number;
  mediaType: MediaType;
  fileId: string;
  uploadedAt: Date;
}

/** A document of a flow with all its versions, the newest last. */
export interface FlowDocument {
  _id: string;
  flowId: string;
  kind: DocumentKind;
  /** Empty: the page names the kind in its own language. */
  title: string;
  /** Visitors must accept it to register. */
  requiresAcceptance: boolean;
  versions: DocumentVersion[];
  createdAt: Date;
  updatedAt: Date;
  /** When it was removed from the page; null before. */
  removedAt: Date | null;
}

/** A document that a visitor has accepted: the content with this hash. */
export interface AcceptedDocument extends Pick<PageDocument, "kind" | "title" | "sha256"> {
  documentId: string;
}

export const documentBytesMax = fixedLimits.fileBytes;
export const documentsPerFlowMax = 10;
export const versionsMax = 20;

/** @throws Refusal document_not_found */
export function requireDocument(document: FlowDocument | null, id: string, slug: string): FlowDocument {
  if (!document) throw notFound("document", id, { listWith: `GET /v1/public/flows/${slug}/documents` });
  return document;
}

/** @throws Refusal file_type_refused */
export function requireMediaType(found: MediaType | undefined, bytes: number): MediaType {
  if (found) return found;
  const what = bytes === 0 ? "The file is empty" : "The content of the file is none of them";
  throw refused("file_type_refused", `A document is a PDF, PNG or JPEG file or a text in UTF-8. ${what}.`);
}

/** @throws Refusal document_limit_reached */
export function requireBelowDocumentLimit(documents: number): void {
  if (documents < documentsPerFlowMax) return;
  throw conflict(
    "document_limit_reached",
    `A flow has at most ${documentsPerFlowMax} documents, and this one has as many. Delete one, or send a new version of it.`,
    { max: documentsPerFlowMax },
  );
}

/** @throws Refusal document_limit_reached */
export function requireBelowVersionLimit({ versions }: FlowDocument): void {
  if (versions.length < versionsMax) return;
  throw conflict(
    "document_limit_reached",
    `A document has at most ${versionsMax} versions, and this one has as many. Delete it and add a new one.`,
    { max: versionsMax },
  );
}

export function toVersion(file: StoredFile, mediaType: MediaType, uploadedAt: Date): DocumentVersion {
  const { sha256, bytes, fileId } = file;
  return { sha256, bytes, mediaType, fileId, uploadedAt };
}

/** The newest version. */
export function getCurrentVersion({ _id, versions }: FlowDocument): DocumentVersion {
  const current = versions.at(-1);
  if (!current) throw new Error(`the document ${_id} has no version`);
  return current;
}

/** A document as the page shows it. It is stored in the flow, so that a visit needs no further query. */
export type PageDocument = ReturnType<typeof toPageDocument>;

export function toPageDocument(document: FlowDocument) {
  const { _id, kind, title, requiresAcceptance } = document;
  const { sha256, bytes, mediaType, fileId } = getCurrentVersion(document);
  return { _id, kind, title, requiresAcceptance, sha256, bytes, mediaType, fileId };
}

/** The name under which a browser stores the file. It is made of the kind and the hash, not of the name that the uploader gave it. */
export function getFileName(
  kind: string,
  { sha256, mediaType }: Pick<DocumentVersion, "sha256" | "mediaType">,
): string {
  return `${kind}-${sha256.slice(0, 8)}.${getExtension(mediaType)}`;
}

/** Name of the checkboxes with which documents are accepted; the value is the hash of what was shown. */
export const acceptanceName = "_accept";

interface CheckedAcceptance {
  accepted: AcceptedDocument[];
  /** Hashes of documents that must be accepted and were not, or not in this version. */
  missing: ReadonlySet<string>;
}

/** What a form accepts. Only the hash of the present version counts: with another hash, the visitor has seen another version. */
export function checkAcceptance(documents: readonly PageDocument[], form: URLSearchParams): CheckedAcceptance {
  const given = new Set(form.getAll(acceptanceName));
  const asked = documents.filter(({ requiresAcceptance }) => requiresAcceptance);
  const accepted = asked.filter(({ sha256 }) => given.has(sha256));
  return {
    accepted: accepted.map(({ _id: documentId, kind, title, sha256 }) => ({ documentId, kind, title, sha256 })),
    missing: new Set(asked.flatMap(({ sha256 }) => (given.has(sha256) ? [] : [sha256]))),
  };
}
