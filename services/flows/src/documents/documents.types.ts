import type { MediaType } from "./media-types.rules.js";

export const documentKinds = ["terms", "privacy", "permit"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** A document as the page shows it. It is stored in the flow, so that a visit needs no further query. */
export interface PageDocument {
  _id: string;
  kind: DocumentKind;
  /** Empty: the page names the kind in its own language. */
  title: string;
  /** Visitors must accept it to register. */
  requiresAcceptance: boolean;
  sha256: string;
  bytes: number;
  mediaType: MediaType;
  fileId: string;
}

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
  title: string;
  requiresAcceptance: boolean;
  versions: DocumentVersion[];
  createdAt: Date;
  updatedAt: Date;
  /** When it was removed from the page; null before. */
  removedAt: Date | null;
}

/** A document that a visitor has accepted: the content with this hash. */
export interface AcceptedDocument {
  documentId: string;
  kind: DocumentKind;
  title: string;
  sha256: string;
}
