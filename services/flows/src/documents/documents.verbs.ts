import { createQuota, keepFile, type Scope } from "@tenant-ops/kit/data";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { FlowsContext } from "../context.js";
import { loadFlow } from "../flows/flows.reads.js";
import {
  type FlowDocument,
  getCurrentVersion,
  requireBelowDocumentLimit,
  requireBelowVersionLimit,
  requireDocument,
  toVersion,
} from "./documents.rules.js";
import { deleteDocument, findDocument, insertDocument, updateDocument } from "./documents.store.js";
import type { Upload } from "./uploads.js";

interface NamedDocument {
  slug: string;
  id: string;
}

interface Addition {
  slug: string;
  given: Pick<FlowDocument, "kind" | "title" | "requiresAcceptance">;
}

/** A preview has no file: it says whether one would be accepted, before it is read. */
type WithFile<Request> = Request & { upload?: Upload };

/** Links a further document on the page of a flow. */
export const addDocument = defineVerb(({ config: { QUOTA_DOCUMENTS: max } }: FlowsContext) => ({
  quota: createQuota({ collection: "documents", records: "documents of flows", max, setting: "QUOTA_DOCUMENTS" }),
  load: (scope, { slug }: WithFile<Addition>) => loadFlow(scope, slug),
  plan(_, flow) {
    requireBelowDocumentLimit(flow.documents?.length ?? 0);
    return flow;
  },
  async write(scope, { _id: flowId }, { given, upload }) {
    const { file, mediaType } = requireUpload(upload);
    await keepFile(scope, file);
    return insertDocument(scope, flowId, given, toVersion(file, mediaType, scope.now));
  },
}));

/** Replaces the version that the page links. The same content again changes nothing. */
export const addDocumentVersion = defineVerb(() => ({
  load: (scope, request: WithFile<NamedDocument>) => loadDocument(scope, request),
  plan({ upload }, document) {
    const isKnown = getCurrentVersion(document).sha256 === upload?.file.sha256;
    if (!isKnown) requireBelowVersionLimit(document);
    return { document, isKnown };
  },
  async write(scope, { document, isKnown }, { upload }) {
    if (isKnown) return document;
    const { file, mediaType } = requireUpload(upload);
    await keepFile(scope, file);
    return updateDocument(scope, document, {
      versions: [...document.versions, toVersion(file, mediaType, scope.now)],
    });
  },
}));

type DocumentChanges = Partial<Pick<FlowDocument, "title" | "requiresAcceptance">>;

/** Changes the fields that are given. */
export const changeDocument = defineVerb(() => ({
  load: (scope, request: NamedDocument & { changes: DocumentChanges }) => loadDocument(scope, request),
  plan: (_, document) => document,
  write: (scope, document, { changes }) => updateDocument(scope, document, changes),
}));

/** Takes a document off the page. Its versions are kept. */
export const removeDocument = defineVerb(() => ({
  load: (scope, request: NamedDocument) => loadDocument(scope, request),
  plan: (_, document) => document,
  write: deleteDocument,
}));

/** @throws Refusal flow_not_found, document_not_found */
export async function loadDocument(scope: Scope, { slug, id }: NamedDocument): Promise<FlowDocument> {
  const flow = await loadFlow(scope, slug);
  return requireDocument(await findDocument(scope, flow._id, id), id, slug);
}

function requireUpload(upload: Upload | undefined): Upload {
  if (!upload) throw new Error("a document is written without its file");
  return upload;
}
