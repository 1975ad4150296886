import { Readable } from "node:stream";
import type { Call } from "@tenant-ops/kit/call";
import {
  type Database,
  keepFile,
  type Quota,
  readFile,
  sliceToPage,
  type StoredFile,
  storeFile,
} from "@tenant-ops/kit/data";
import { notFound } from "@tenant-ops/kit/errors";
import { bindRoute, createDownloadHeaders, toRestList } from "@tenant-ops/kit/http";
import {
  addDocument,
  addDocumentVersion,
  deleteDocument,
  downloadDocument,
  getDocument,
  listDocuments as listDocumentsRoute,
  updateDocument as updateDocumentRoute,
} from "@tenant-ops/rest/flows";
import type { FastifyInstance } from "fastify";
import { requireFlow } from "../flows/flows.rules.js";
import { findFlow } from "../flows/flows.store.js";
import {
  documentBytesMax,
  type DocumentVersion,
  type FlowDocument,
  getCurrentVersion,
  getFileName,
  requireBelowDocumentLimit,
  requireBelowVersionLimit,
  requireDocument,
  requireMediaType,
  toVersion,
} from "./documents.rules.js";
import {
  findDocument,
  findDocumentEver,
  insertDocument,
  listDocuments,
  removeDocument,
  updateDocument,
} from "./documents.store.js";
import { createMediaTypeDetector, type MediaType } from "./media-types.rules.js";

/** Longer than the deadline of other calls, for slow connections. The gateway ends the request earlier. */
const uploadMs = 120_000;
const writeMs = 9000;

interface UploadedFile {
  file: StoredFile;
  mediaType: MediaType;
  /** For the write that keeps the file: with a new deadline, and with the hash of the file as part of the idempotency check. */
  call: Call;
}

/**
 * Stores the body of a request. Nothing refers to the file yet; without `keepFile` it is deleted after an hour.
 * @param details further values by which a repeated request is recognised
 * @throws Refusal payload_too_large, file_type_refused
 */
export async function storeUpload(
  db: Database,
  call: Call,
  body: AsyncIterable<Uint8Array>,
  details: unknown = null,
): Promise<UploadedFile> {
  const detector = createMediaTypeDetector();
  const scope = db.scope({ ...call, deadline: Date.now() + uploadMs });
  const file = await storeFile(scope, body, { bytesMax: documentBytesMax, inspect: (bytes) => detector.read(bytes) });
  const mediaType = requireMediaType(detector.finish(), file.bytes);
  call.deadline = Date.now() + writeMs;
  call.requestDigest = () => JSON.stringify([file.sha256, details]);
  return { file, mediaType, call };
}

/** REST routes for the documents that the page of a flow links. */
export function documentHttp(app: FastifyInstance, db: Database, quota: Quota): void {
  bindRoute(app, listDocumentsRoute, async ({ call, params: { slug }, query }) => {
    const scope = db.scope(call);
    const flow = requireFlow(await findFlow(scope, slug), slug);
    const page = sliceToPage(`documents of ${flow._id}`, await listDocuments(scope, flow._id), query);
    return toRestList(page, toDocumentReply);
  });

  bindRoute(app, getDocument, async ({ call, params: { slug, id } }) => {
    const scope = db.scope(call);
    const flow = requireFlow(await findFlow(scope, slug), slug);
    return toDocumentReply(requireDocument(await findDocument(scope, flow._id, id), id, slug));
  });

  bindRoute(app, addDocument, async ({ call, params: { slug }, query: given, body }) => {
    // Checked before the file is read. A repeat of the addition that filled the limit gets its stored answer from the transaction below.
    const before = requireFlow(await findFlow(db.scope(call), slug), slug);
    if (!call.idempotencyKey) {
      requireBelowDocumentLimit(before.documents?.length ?? 0);
      await quota.check(db.scope(call));
    }
    const { file, mediaType, call: write } = await storeUpload(db, call, body, given);
    return db.transaction(write, async (scope) => {
      const flow = requireFlow(await findFlow(scope, slug), slug);
      await quota.claim(scope);
      await keepFile(scope, file);
      return toDocumentReply(await insertDocument(scope, flow._id, given, toVersion(file, mediaType, scope.now)));
    });
  });

  bindRoute(app, addDocumentVersion, async ({ call, params: { slug, id }, body }) => {
    const before = requireFlow(await findFlow(db.scope(call), slug), slug);
    const found = requireDocument(await findDocument(db.scope(call), before._id, id), id, slug);
    if (!call.idempotencyKey) requireBelowVersionLimit(found);
    const { file, mediaType, call: write } = await storeUpload(db, call, body);
    return db.transaction(write, async (scope) => {
      const document = requireDocument(await findDocument(scope, before._id, id), id, slug);
      if (getCurrentVersion(document).sha256 === file.sha256) return toDocumentReply(document);
      requireBelowVersionLimit(document);
      await keepFile(scope, file);
      const versions = [...document.versions, toVersion(file, mediaType, scope.now)];
      return toDocumentReply(await updateDocument(scope, document, { versions }));
    });
  });

  bindRoute(app, updateDocumentRoute, ({ call, params: { slug, id }, body: changes }) =>
    db.transaction(call, async (scope) => {
      const flow = requireFlow(await findFlow(scope, slug), slug);
      const document = requireDocument(await findDocument(scope, flow._id, id), id, slug);
      return toDocumentReply(await updateDocument(scope, document, changes));
    }),
  );

  bindRoute(app, deleteDocument, ({ call, params: { slug, id } }) =>
    db.transaction(call, async (scope) => {
      const flow = requireFlow(await findFlow(scope, slug), slug);
      await removeDocument(scope, requireDocument(await findDocument(scope, flow._id, id), id, slug));
      return undefined;
    }),
  );

  bindRoute(app, downloadDocument, async ({ call, params: { slug, id, sha256 }, reply }) => {
    const scope = db.scope(call);
    const flow = requireFlow(await findFlow(scope, slug), slug);
    const document = requireDocument(await findDocumentEver(scope, flow._id, id), id, slug);
    const version = document.versions.find((one) => one.sha256 === sha256);
    if (!version) throw notFound("document", sha256, { listWith: `GET /v1/public/flows/${slug}/documents` });
    void reply.headers(createDownloadHeaders(getFileName(document.kind, version), { bytes: version.bytes }));
    return Readable.from(readFile(scope, version));
  });
}

/** A document as callers see it. */
function toDocumentReply(document: FlowDocument) {
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
    versions: versions.map(toVersionReply),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toVersionReply({ sha256, bytes, mediaType, uploadedAt }: DocumentVersion) {
  return { sha256, bytes, mediaType, uploadedAt: uploadedAt.toISOString() };
}
