import type { Method, OpenApiDocument, Operation, PathItem, Server } from "./openapi.types.js";

/** An operation with its place in the document. */
export interface PlacedOperation {
  method: Method;
  path: string;
  operation: Operation;
  servers?: Server[];
}

const methods: readonly Method[] = ["get", "post", "put", "patch", "delete"];

/** The operations below `paths`, then those below `webhooks`. */
export function listOperations({ paths, webhooks }: OpenApiDocument): PlacedOperation[] {
  return [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, item]) => placeOperations(path, item));
}

function placeOperations(path: string, item: PathItem): PlacedOperation[] {
  return methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ method, path, operation, ...(item.servers && { servers: item.servers }) }] : [];
  });
}
