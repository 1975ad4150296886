export { createOpenApiDocument, type DocumentParts } from "./document.js";
export type { RouteExample } from "./examples.js";
export type * from "./openapi.types.js";
export { isReference, resolveReference } from "./references.js";
