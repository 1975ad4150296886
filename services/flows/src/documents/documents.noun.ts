import { Readable } from "node:stream";
import { fileChunkCollection, fileChunkIndexes, readFile, sliceToPage } from "@tenant-ops/kit/data";
import { notFound } from "@tenant-ops/kit/errors";
import { bindRoute, createDownloadHeaders, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/flows";
import { loadFlow } from "../flows/flows.reads.js";
import { untilDeleted, untilExpiry } from "../retentions.js";
import {
  type DocumentVersion,
  type FlowDocument,
  getCurrentVersion,
  getFileName,
  requireDocument,
} from "./documents.rules.js";
import { documentIndexes, findDocumentEver, listDocuments } from "./documents.store.js";
import { addDocument, addDocumentVersion, changeDocument, loadDocument, removeDocument } from "./documents.verbs.js";
import { storeUpload } from "./uploads.js";

/** The documents that the pages of flows link. */
export const documents = defineNoun({
  collections: {
    documents: { indexes: documentIndexes, retention: untilDeleted, personal: "Documents of the business." },
    [fileChunkCollection]: {
      indexes: fileChunkIndexes,
      // Only chunks of an unfinished upload have this field. Files of visitors are deleted with their registrations.
      retention: untilExpiry,
      personal: "Parts of files; the registration names the files of its visitor.",
    },
  },
  verbs: { addDocument, addDocumentVersion, changeDocument, removeDocument },

  http(app, { addDocument, addDocumentVersion, changeDocument, removeDocument }, reads) {
    bindRoute(app, routes.listDocuments, async ({ call, params: { slug }, query }) => {
      const scope = reads.scope(call);
      const flow = await loadFlow(scope, slug);
      const page = sliceToPage(`documents of ${flow._id}`, await listDocuments(scope, flow._id), query);
      return toRestList(page, toReply);
    });
    bindRoute(app, routes.getDocument, async ({ call, params }) =>
      toReply(await loadDocument(reads.scope(call), params)),
    );
    bindRoute(app, routes.addDocument, async ({ call, params: { slug }, query: given, body }) => {
      // Before the file is read. A repeat of the addition that filled the limit gets its stored answer from the verb.
      if (call.idempotencyKey) await loadFlow(reads.scope(call), slug);
      else await addDocument.preview(call, { slug, given });
      const upload = await storeUpload(reads.scope, call, body, given);
      return toReply(await addDocument(call, { slug, given, upload }));
    });
    bindRoute(app, routes.addDocumentVersion, async ({ call, params: { slug, id }, body }) => {
      if (call.idempotencyKey) await loadDocument(reads.scope(call), { slug, id });
      else await addDocumentVersion.preview(call, { slug, id });
      const upload = await storeUpload(reads.scope, call, body);
      return toReply(await addDocumentVersion(call, { slug, id, upload }));
    });
    bindRoute(app, routes.updateDocument, async ({ call, params: { slug, id }, body: changes }) =>
      toReply(await changeDocument(call, { slug, id, changes })),
    );
    bindRoute(app, routes.deleteDocument, ({ call, params: { slug, id } }) => removeDocument(call, { slug, id }));
    bindRoute(app, routes.downloadDocument, async ({ call, params: { slug, id, sha256 }, reply }) => {
      const scope = reads.scope(call);
      const flow = await loadFlow(scope, slug);
      const document = requireDocument(await findDocumentEver(scope, flow._id, id), id, slug);
      const version = document.versions.find((one) => one.sha256 === sha256);
      if (!version) throw notFound("document", sha256, { listWith: `GET /v1/public/flows/${slug}/documents` });
      void reply.headers(createDownloadHeaders(getFileName(document.kind, version), { bytes: version.bytes }));
      return Readable.from(readFile(scope, version));
    });
  },
});

/** A document as callers see it. */
function toReply(document: FlowDocument) {
  const { flowId: _, removedAt: __, versions, createdAt, updatedAt, ...shown } = document;
  const { sha256, bytes, mediaType } = getCurrentVersion(document);
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { ...shown, sha256, bytes, mediaType, versions: versions.map(toVersionReply), ...times };
}

function toVersionReply({ sha256, bytes, mediaType, uploadedAt }: DocumentVersion) {
  return { sha256, bytes, mediaType, uploadedAt: uploadedAt.toISOString() };
}
