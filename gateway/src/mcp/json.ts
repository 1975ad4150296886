import type { JsonObject } from "@bufbuild/protobuf";

/** Whether a parsed JSON value is an object: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The property `name` if it is a string. */
export function getText(value: unknown, name: string): string | undefined {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof found === "string" ? found : undefined;
}

/** The property `name` if it is an object. */
export function getObject(value: unknown, name: string): JsonObject | undefined {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(found) ? found : undefined;
}
