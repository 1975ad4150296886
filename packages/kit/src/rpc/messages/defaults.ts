import type { DescField, DescMessage, MessageShape } from "@bufbuild/protobuf";
import { isReflectMessage, reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";

interface DefaultsPlan {
  defaults: readonly { field: DescField; value: unknown }[];
  nestedFields: readonly DescField[];
}

const plans = new Map<DescMessage, DefaultsPlan>();

/** Sets absent fields to the defaults of the contract, also in nested messages and lists. */
export function fillDefaults(schema: DescMessage, message: MessageShape<DescMessage>): void {
  fill(reflect(schema, message));
}

function fill(message: ReflectMessage): void {
  const { defaults, nestedFields } = getPlan(message.desc);
  for (const { field, value } of defaults) {
    if (!message.isSet(field)) message.set(field, value);
  }
  for (const field of nestedFields) {
    if (!message.isSet(field)) continue;
    if (field.fieldKind === "message") fill(message.get(field));
    if (field.fieldKind === "list" && field.listKind === "message") {
      for (const item of message.get(field)) if (isReflectMessage(item)) fill(item);
    }
  }
}

function getPlan(message: DescMessage): DefaultsPlan {
  const known = plans.get(message);
  if (known) return known;
  const plan: DefaultsPlan = {
    defaults: message.fields.flatMap((field) => {
      const value = field.fieldKind === "scalar" ? field.getDefaultValue() : undefined;
      return value === undefined ? [] : [{ field, value }];
    }),
    // Google's messages, such as Struct, have no defaults of our contract.
    nestedFields: message.fields.filter((field) => field.message && !field.message.typeName.startsWith("google.")),
  };
  plans.set(message, plan);
  return plan;
}
