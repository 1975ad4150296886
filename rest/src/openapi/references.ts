import type { OpenApiDocument, Reference } from "./openapi.types.js";

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
