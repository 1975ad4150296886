import type { OpenApiDocument } from "@tenant-ops/rest/openapi";

/** The committed document; `npm run generate` writes it. */
declare const document: OpenApiDocument;
export default document;
