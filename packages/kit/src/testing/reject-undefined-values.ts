import type { CommandStartedEvent } from "mongodb";

/**
 * Fails a command with an undefined value: the driver stores null for it, and in a filter null matches records without the field.
 * No code of ours means either, so every test of a service finds the place that does it.
 */
export function rejectUndefinedValues({ commandName, command }: CommandStartedEvent): void {
  const path = findUndefined(command, commandName);
  if (path) throw new Error(`${path} is undefined; leave the field out`);
}

function findUndefined(value: unknown, path: string): string | undefined {
  if (value === undefined) return path;
  if (!Array.isArray(value) && !isPlainObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = findUndefined(inner, `${path}.${name}`);
    if (found) return found;
  }
  return undefined;
}

/** Not the values of BSON, such as dates and ids, nor the session. */
function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
