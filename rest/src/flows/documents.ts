import { fixedLimits } from "../budgets/fixed-limits.js";
import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, line, queryFlag, someOf } from "../fields.js";
import { bySlug } from "./fields.js";

const path = "/v1/public/flows/{slug}/documents";
const fileType = "application/octet-stream";
const upload = { bytesMax: fixedLimits.fileBytes };
const file = z.string().meta({ format: "binary" });

const kind = z.enum(["terms", "privacy", "permit"]).describe("Terms, privacy notice, or permit of the draw.");
const title = line(200).describe("What the page calls it; empty: the kind, in the language of the page.");
const mediaType = z
  .enum(["application/pdf", "image/png", "image/jpeg", "text/plain"])
  .describe("Found out from the content.");
const content = {
  sha256: z.string().describe("SHA-256 of the content, in hexadecimal."),
  bytes: z.int().min(1),
  mediaType,
};

const document = z
  .strictObject({
    _id: z.string(),
    kind,
    title,
    requiresAcceptance: z.boolean().describe("Visitors must accept it to register."),
    ...content,
    versions: z.array(z.strictObject({ ...content, uploadedAt: dateTime })).describe("All contents, the newest last."),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: "FlowDocument", description: "A file that the page of a flow links." });

const missing = ["flow_not_found", "document_not_found"] as const;
const refusedFiles = ["file_type_refused", "document_limit_reached"] as const;
const howToSend =
  "The body is the file itself, at most 10 MiB, with `Content-Length`. It is a PDF, PNG or JPEG file or a text in UTF-8; its bytes decide, not its name.";

export const listDocuments = defineRoute({
  id: "listDocuments",
  method: "GET",
  path,
  service: "flows",
  caller: "tenant",
  summary: "List the documents of a flow",
  description: "In the order of the page.",
  params: bySlug,
  query: z.strictObject(listQuery),
  replies: { 200: { description: "A page of documents", body: listReply(document) } },
  errors: ["flow_not_found"],
});

export const getDocument = defineRoute({
  id: "getDocument",
  method: "GET",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Read one document of a flow",
  params: bySlug.extend(byId.shape),
  replies: { 200: { description: "The document with its versions", body: document } },
  errors: missing,
});

export const addDocument = defineRoute({
  id: "addDocument",
  method: "POST",
  path,
  service: "flows",
  caller: "tenant",
  summary: "Add a document to a flow",
  description: `${howToSend} A flow has at most 10 documents. The page links them at once; a registration records the hash of each one that was accepted.`,
  params: bySlug,
  query: z.strictObject({
    kind,
    title: title.default(""),
    requiresAcceptance: queryFlag.default(true).describe("Whether visitors must accept it; `true` when absent."),
  }),
  body: file,
  bodyContentType: fileType,
  upload,
  replies: { 201: { description: "The new document", body: document } },
  errors: ["flow_not_found", ...refusedFiles, "quota_exceeded"],
  idempotency: "accepted",
});

export const addDocumentVersion = defineRoute({
  id: "addDocumentVersion",
  method: "POST",
  path: `${path}/{id}/versions`,
  service: "flows",
  caller: "tenant",
  summary: "Add a version of a document",
  description: `${howToSend} The page links the new version at once. Earlier ones stay readable for the business under their hash. The content that the document has already changes nothing. A document has at most 20 versions.`,
  params: bySlug.extend(byId.shape),
  body: file,
  bodyContentType: fileType,
  upload,
  replies: { 200: { description: "The document as it is now", body: document } },
  errors: [...missing, ...refusedFiles],
  idempotency: "accepted",
});

export const updateDocument = defineRoute({
  id: "updateDocument",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Change a document of a flow",
  description: "Its title, and whether visitors must accept it. The kind stays.",
  params: bySlug.extend(byId.shape),
  body: someOf({ title, requiresAcceptance: z.boolean() }),
  replies: { 200: { description: "The document as it is now", body: document } },
  errors: missing,
  idempotency: "accepted",
});

export const deleteDocument = defineRoute({
  id: "deleteDocument",
  method: "DELETE",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Delete a document of a flow",
  description:
    "The page no longer links it. Its versions stay readable for the business, because registrations refer to them.",
  params: bySlug.extend(byId.shape),
  replies: { 204: { description: "Deleted" } },
  errors: missing,
  idempotency: "accepted",
});

export const downloadDocument = defineRoute({
  id: "downloadDocument",
  method: "GET",
  path: `${path}/{id}/versions/{sha256}`,
  service: "flows",
  caller: "tenant",
  summary: "Download a version of a document",
  description: "Also of a deleted document: the registrations that accepted it name its hash.",
  params: bySlug.extend(byId.shape).extend({ sha256: z.string().min(1).max(100) }),
  replies: {
    200: {
      description: "The file",
      body: file,
      contentType: fileType,
      headers: { "Content-Disposition": "`attachment`, with a name made of the kind and the hash." },
    },
  },
  errors: missing,
});
