import type { Method, OpenApiDocument, Operation, PathItem, Reference, Server } from "./openapi.types.js";

/** An operation with its place in the document. */
export interface PlacedOperation {
  method: Method;
  path: string;
  operation: Operation;
  servers?: Server[];
}

const methods: readonly Method[] = ["get", "post", "put", "patch", "delete"];

/** The operations below `paths`, then those below `webhooks`. */
export function listOperations(document: OpenApiDocument): PlacedOperation[] {
  const receivers = Object.entries(document.webhooks).map(
    ([type, reference]) => [type, resolveReference<PathItem>(document, reference)] as const,
  );
  return [...Object.entries(document.paths), ...receivers].flatMap(([path, item]) => placeOperations(path, item));
}

function placeOperations(path: string, item: PathItem): PlacedOperation[] {
  return methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ method, path, operation, ...(item.servers && { servers: item.servers }) }] : [];
  });
}

export function isReference(value: object): value is Reference {
  return "$ref" in value;
}

/**
 * Resolves a reference such as `#/components/<kind>/<name>`.
 * @throws Error for a reference to nothing
 */
export function resolveReference<T>(document: Pick<OpenApiDocument, "components">, { $ref }: Reference): T {
  const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec($ref) ?? [];
  const found: unknown = Reflect.get(Reflect.get(document.components, kind) ?? {}, name);
  if (found === undefined) throw new Error(`${$ref} does not exist`);
  return found as T;
}
