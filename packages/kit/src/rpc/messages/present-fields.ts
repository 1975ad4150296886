import { type DescMessage, isFieldSet, type MessageShape } from "@bufbuild/protobuf";
import type { FieldsOf } from "../definition.js";

/**
 * The fields that the caller has set, as a plain object: the same form as the parsed body of a REST request. Reading an absent field of the
 * message itself would give its zero value.
 */
export function selectPresentFields<Schema extends DescMessage>(
  schema: Schema,
  message: MessageShape<Schema>,
): Partial<FieldsOf<MessageShape<Schema>>> {
  const present = schema.fields.filter((field) => isFieldSet(message, field));
  const values = message as unknown as Record<string, unknown>;
  return Object.fromEntries(present.map(({ localName }) => [localName, values[localName]])) as Partial<
    FieldsOf<MessageShape<Schema>>
  >;
}
