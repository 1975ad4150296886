import { type DescField, getOption, type Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import {
  field as fieldRules,
  type FieldRules,
  FieldRulesSchema,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import type { JsonSchema } from "../src/catalog.js";
import { contractError } from "./source.js";

type Keywords = Omit<JsonSchema, "type">;
type Translation = (value: never) => Keywords;

const toEnum = (values: Iterable<string | number>): Keywords => ({ enum: [...values] });
const toFormat =
  (name: string) =>
  (isOn: boolean): Keywords =>
    isOn ? { format: name } : {};

const numbers: Record<string, Translation> = {
  gte: (minimum: number) => ({ minimum }),
  lte: (maximum: number) => ({ maximum }),
  gt: (exclusiveMinimum: number) => ({ exclusiveMinimum }),
  lt: (exclusiveMaximum: number) => ({ exclusiveMaximum }),
  in: toEnum,
  const: (value: number) => toEnum([value]),
  // JSON has only finite numbers.
  finite: () => ({}),
};

/** Every rule that the contract may use, and its keywords in JSON Schema. */
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
    in: toEnum,
    const: (value: string) => toEnum([value]),
    email: toFormat("email"),
    uri: toFormat("uri"),
    uuid: toFormat("uuid"),
  },
  repeated: {
    min_items: (minItems: bigint) => ({ minItems: Number(minItems) }),
    max_items: (maxItems: bigint) => ({ maxItems: Number(maxItems) }),
    unique: (uniqueItems: boolean) => ({ uniqueItems }),
    // The rules of the elements become keywords of the elements: see `readElementKeywords`.
    items: () => ({}),
  },
  map: {
    min_pairs: (minProperties: bigint) => ({ minProperties: Number(minProperties) }),
    max_pairs: (maxProperties: bigint) => ({ maxProperties: Number(maxProperties) }),
  },
};

export const isRequired = (field: DescField): boolean => getOption(field, fieldRules).required;

/**
 * The keywords for the constraints of a field. CEL rules are left out: they concern several fields, so the description
 * has to state them.
 * @throws Error for a rule that JSON Schema cannot express: schema and validation would promise different things
 */
export function readKeywords(field: DescField): Keywords {
  return toKeywords(getOption(field, fieldRules), field);
}

/** The same for the elements of a list. */
export function readElementKeywords(field: DescField): Keywords {
  const { type } = getOption(field, fieldRules);
  return type.case === "repeated" ? toKeywords(type.value.items, field) : {};
}

function toKeywords(rules: FieldRules | undefined, field: DescField): Keywords {
  if (rules?.type.case === undefined) return {};
  const { case: kind, value } = rules.type;
  const keywords: Keywords = {};
  for (const [rule, setting] of readSettings(kind, value)) {
    const translate = translations[kind]?.[rule];
    if (!translate) throw contractError(field, `JSON Schema has no keyword for ${value.$typeName}.${rule}.`);
    // The rule decides the type of its setting, and the table has one translation per rule.
    Object.assign(keywords, translate(setting as never));
  }
  return keywords;
}

/** The rules that are set, by their names in validate.proto. */
function readSettings(kind: string, rules: Message): [string, unknown][] {
  const member = FieldRulesSchema.fields.find((one) => one.localName === kind);
  if (member?.fieldKind !== "message") return [];
  const typed = reflect(member.message, rules);
  return typed.fields.filter((one) => typed.isSet(one)).map((one) => [one.name, typed.get(one)]);
}
