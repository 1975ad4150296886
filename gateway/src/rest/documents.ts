import { contentSecurityPolicy, renderDocsPage } from "@tenant-ops/rest/docs-page";
import type { OpenApiDocument } from "@tenant-ops/rest/openapi";
import type { FastifyInstance } from "fastify";
import { type ConstantText, createConstantText } from "../http/constant-text.js";
import { registerPublicDocument } from "../http/public-document.js";

const pageHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
};

/** `/openapi.json`, the description of all routes, and `/docs`, the same as a page. */
export function registerDocuments(app: FastifyInstance, publicUrl: () => string): void {
  const getDocument = async (): Promise<OpenApiDocument> => {
    // Loaded for the first reader: it takes 6 MB.
    const { default: committed } = await import("@tenant-ops/rest/openapi.json", { with: { type: "json" } });
    return { ...committed, servers: [{ url: publicUrl(), description: "The server that this document comes from." }] };
  };
  const readDocument = once(async () => JSON.stringify(await getDocument()));
  const readPage = once(async () => renderDocsPage(await getDocument()));
  registerPublicDocument(app, { path: "/openapi.json", type: "application/json; charset=utf-8", read: readDocument });
  registerPublicDocument(app, {
    path: "/docs",
    type: "text/html; charset=utf-8",
    read: readPage,
    headers: pageHeaders,
  });
}

/** The address of the server is known only when it listens, so the texts are made for the first request. */
function once(create: () => Promise<string>): () => Promise<ConstantText> {
  let text: Promise<ConstantText> | undefined;
  return () => (text ??= create().then(createConstantText));
}
