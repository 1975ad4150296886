import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { getLengthLimits, type LengthLimits } from "@tenant-ops/kit/rpc";
import { fieldDocs } from "@tenant-ops/proto";

export type ValueKind = "text" | "integer" | "number" | "boolean" | "object";

/** The required form of a field's value before it is decoded. */
export interface FieldPlan {
  name: string;
  kind: ValueKind;
  isList: boolean;
  isRequired: boolean;
  description: string;
  limits: LengthLimits;
  /** The fields of an object; undefined where any name may occur. */
  message?: DescMessage;
}

export type MessagePlan = ReadonlyMap<string, FieldPlan>;

const plans = new WeakMap<DescMessage, MessagePlan>();

/** The fields of an object inside the arguments. Unlike the arguments themselves they have their JSON names. */
export function getObjectPlan(message: DescMessage): MessagePlan {
  const known = plans.get(message);
  if (known) return known;
  const plan = createPlan(message, (field) => field.jsonName);
  plans.set(message, plan);
  return plan;
}

/** The arguments of a tool, by name. */
export const createArgumentsPlan = (message: DescMessage): MessagePlan => createPlan(message, (field) => field.name);

function createPlan(message: DescMessage, getName: (field: DescField) => string): MessagePlan {
  const docs = fieldDocs[message.typeName]?.fields ?? [];
  const entries = message.fields.map((field, index): [string, FieldPlan] => {
    const doc = docs[index];
    const plan: FieldPlan = {
      name: getName(field),
      kind: getKind(field),
      isList: field.fieldKind === "list",
      isRequired: doc?.required === true,
      description: doc?.description ?? "",
      limits: getLengthLimits(field),
      ...(field.fieldKind !== "map" && field.message && { message: field.message }),
    };
    return [plan.name, plan];
  });
  return new Map(entries);
}

function getKind(field: DescField): ValueKind {
  if (field.fieldKind === "map" || field.message) return "object";
  switch (field.scalar) {
    case ScalarType.STRING:
      return "text";
    case ScalarType.BOOL:
      return "boolean";
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return "number";
    default:
      return "integer";
  }
}
