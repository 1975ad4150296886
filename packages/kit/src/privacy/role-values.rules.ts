import type { Document } from "mongodb";

/** The values at a path; `answers.*` means all values of the object `answers`. */
export function readValues(record: Document, path: string): unknown[] {
  const isEvery = path.endsWith(".*");
  const value = (isEvery ? path.slice(0, -2) : path)
    .split(".")
    .reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), record);
  if (!isEvery) return value === undefined ? [] : [value];
  return isObject(value) ? Object.values(value) : [];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
