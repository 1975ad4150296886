import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { validate } from "./validate.js";

/** The type of each message that was validated and frozen. */
const sealed = new WeakMap<object, DescMessage>();

/**
 * Validates a message and freezes it with everything in it. So it stays valid, and it can be handed over to another part of the process: a handler that
 * changes its request fails, and harms neither the caller nor the next try. Every handler gets a sealed request, whichever transport carried it.
 * @throws Refusal invalid_argument that names every violated field, up to 20
 */
export function seal<Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): void {
  if (isSealed(schema, message)) return;
  validate(schema, message);
  freeze(message);
  sealed.set(message, schema);
}

/** Whether it was validated as a message of this type, and cannot have been changed since. */
export function isSealed(schema: DescMessage, message: object): boolean {
  return sealed.get(message) === schema;
}

function freeze(value: unknown): void {
  // The bytes of a buffer cannot be frozen.
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const one of Object.values(value)) freeze(one);
}
