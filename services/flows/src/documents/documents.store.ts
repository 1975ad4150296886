import { newId, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import { conflict } from "@tenant-ops/kit/errors";
import {
  documentsPerFlowMax,
  type DocumentVersion,
  type FlowDocument,
  requireBelowDocumentLimit,
  toPageDocument,
} from "./documents.rules.js";
import type { Flow } from "../flows/flows.rules.js";

export const documentIndexes = [{ key: { flowId: 1, removedAt: 1, createdAt: 1, _id: 1 } }] as const;

const documents = (scope: Scope) => scope.collection<FlowDocument>("documents");
const flows = (scope: Scope) => scope.collection<Flow>("flows");

/** A document that the page shows. */
export function findDocument(scope: Scope, flowId: string, documentId: string): Promise<FlowDocument | null> {
  return documents(scope).findOne({ _id: documentId, flowId, removedAt: null });
}

/** Also a deleted one, because registrations refer to its versions. */
export function findDocumentEver(scope: Scope, flowId: string, documentId: string): Promise<FlowDocument | null> {
  return documents(scope).findOne({ _id: documentId, flowId });
}

/** In the order of the page, at most as many as a flow may have. */
export function listDocuments(scope: Scope, flowId: string): Promise<FlowDocument[]> {
  const order = { sort: { createdAt: 1, _id: 1 }, limit: documentsPerFlowMax } as const;
  return documents(scope).find({ flowId, removedAt: null }, order);
}

/** @throws Refusal document_limit_reached */
export async function insertDocument(
  scope: WriteScope,
  flowId: string,
  given: Pick<FlowDocument, "kind" | "title" | "requiresAcceptance">,
  version: DocumentVersion,
): Promise<FlowDocument> {
  const { kind, title, requiresAcceptance } = given;
  const document: FlowDocument = {
    _id: newId("doc"),
    flowId,
    kind,
    title,
    requiresAcceptance,
    versions: [version],
    createdAt: scope.now,
    updatedAt: scope.now,
    removedAt: null,
  };
  // The filter checks the number too, so that only one of two parallel additions can be the last one.
  const { matchedCount } = await flows(scope).updateOne(
    { _id: flowId, [`documents.${documentsPerFlowMax - 1}`]: { $exists: false } },
    { $push: { documents: toPageDocument(document) }, $set: { updatedAt: scope.now } },
  );
  if (matchedCount === 0) requireBelowDocumentLimit(documentsPerFlowMax);
  await documents(scope).append(document);
  return document;
}

/** Writes the changes of a document, and copies them into the flow. */
export async function updateDocument(
  scope: WriteScope,
  { _id, flowId }: FlowDocument,
  changes: Partial<Pick<FlowDocument, "title" | "requiresAcceptance" | "versions">>,
): Promise<FlowDocument> {
  const after = await documents(scope).findOneAndUpdate(
    { _id, removedAt: null },
    { $set: { ...changes, updatedAt: scope.now } },
  );
  if (!after) throw conflict("document_not_found", "The document was deleted meanwhile.");
  const shown = { "documents.$": toPageDocument(after), updatedAt: scope.now };
  await flows(scope).updateOne({ _id: flowId, "documents._id": _id }, { $set: shown });
  return after;
}

/** Removes a document from the page. Its versions are kept, because registrations refer to them. */
export async function deleteDocument(scope: WriteScope, { _id, flowId }: FlowDocument): Promise<undefined> {
  await documents(scope).updateOne({ _id }, { $set: { removedAt: scope.now, updatedAt: scope.now } });
  await flows(scope).updateOne({ _id: flowId }, { $pull: { documents: { _id } }, $set: { updatedAt: scope.now } });
}
