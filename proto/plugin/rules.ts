import { type DescField, getOption, type Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import {
  field as fieldRules,
  type FieldRules,
  FieldRulesSchema,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import type { JsonSchema } from "../src/catalog.js";

type Keywords = Omit<JsonSchema, "type">;
type Translation = (value: never) => Keywords;

const oneOf = (values: Iterable<string | number>): Keywords => ({ enum: [...values] });
const format =
  (name: string) =>
  (wanted: boolean): Keywords =>
    wanted ? { format: name } : {};

const numbers: Record<string, Translation> = {
  gte: (minimum: number) => ({ minimum }),
  lte: (maximum: number) => ({ maximum }),
  gt: (exclusiveMinimum: number) => ({ exclusiveMinimum }),
  lt: (exclusiveMaximum: number) => ({ exclusiveMaximum }),
  in: oneOf,
  const: (value: number) => oneOf([value]),
  // JSON has no other numbers.
  finite: () => ({}),
};

/** Every rule the contract may use, and how JSON Schema says the same. */
const translations: Record<string, Record<string, Translation>> = {
  int32: numbers,
  uint32: numbers,
  double: numbers,
  float: numbers,
  string: {
    min_len: (minLength: bigint) => ({ minLength: Number(minLength) }),
    max_len: (maxLength: bigint) => ({ maxLength: Number(maxLength) }),
    len: (length: bigint) => ({ minLength: Number(length), maxLength: Number(length) }),
    pattern: (pattern: string) => ({ pattern }),
    in: oneOf,
    const: (value: string) => oneOf([value]),
    email: format("email"),
    uri: format("uri"),
    uuid: format("uuid"),
  },
  repeated: {
    min_items: (minItems: bigint) => ({ minItems: Number(minItems) }),
    max_items: (maxItems: bigint) => ({ maxItems: Number(maxItems) }),
    unique: (uniqueItems: boolean) => ({ uniqueItems }),
    // Rules of the elements stand in the schema of the elements.
    items: () => ({}),
  },
  map: {
    min_pairs: (minProperties: bigint) => ({ minProperties: Number(minProperties) }),
    max_pairs: (maxProperties: bigint) => ({ maxProperties: Number(maxProperties) }),
  },
};

export const rulesOf = (field: DescField): FieldRules => getOption(field, fieldRules);

export const isRequired = (field: DescField): boolean => rulesOf(field).required;

/**
 * The keywords for a field's constraints. CEL rules are left out: they speak about several fields,
 * and their words belong into the description. A rule that JSON Schema cannot express is refused,
 * so that schema and validation never promise different things.
 */
export function keywordsOf(rules: FieldRules | undefined, where: string): Keywords {
  if (rules?.type.case === undefined) return {};
  const { case: kind, value } = rules.type;
  const keywords: Keywords = {};
  for (const [rule, setting] of settings(kind, value)) {
    const translate = translations[kind]?.[rule];
    if (!translate) throw new Error(`${where}: JSON Schema has no word for ${value.$typeName}.${rule}.`);
    // The table is keyed by the rule, and the rule decides the type of its setting.
    Object.assign(keywords, translate(setting as never));
  }
  return keywords;
}

/** The rules that were written down, by their names in validate.proto. */
function settings(kind: string, rules: Message): [string, unknown][] {
  const member = FieldRulesSchema.fields.find((one) => one.localName === kind);
  if (member?.fieldKind !== "message") return [];
  const typed = reflect(member.message, rules);
  return typed.fields.filter((one) => typed.isSet(one)).map((one) => [one.name, typed.get(one)]);
}
