import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/** What `JSON.parse` made: an object that is neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function getText(value: unknown, name: string): string | undefined {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof found === "string" ? found : undefined;
}

export function getObject(value: unknown, name: string): JsonObject | undefined {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(found) ? found : undefined;
}

/** The same text for the same value, in whatever order its names were written. */
export function toCanonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item)).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonicalJson(value[name] ?? null)}`).join(",")}}`;
}
