import { type DescField, type DescMessage, fromBinary, ScalarType, toJson } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { type JsonBytes, JsonOutput, toJsonBytes } from "../../serialization/json-output.js";

// protobuf-es builds an object per message, from it a JSON object, and from that a text: three times what the database needs to find
// the rows. This file writes the JSON text of a message from its bytes in one pass, by a plan that is made once per message type. What
// has no plan, or does not look as our services write it, goes the general way: a test compares both. See docs/decisions/0006.

/** The JSON of a message from its bytes, with its empty lists, zeros and false. @throws Error for bytes that are no such message */
export type ReadJson = (bytes: Buffer) => JsonBytes;

/** One for all messages: reading is synchronous. */
const output = new JsonOutput();

/** Builds the reader of a message type. */
export function createJsonReader(schema: DescMessage): ReadJson {
  const plan = planMessage(schema, []);
  return (bytes) => (plan && readByPlan(plan, bytes)) ?? readByReflection(schema, bytes);
}

function readByReflection(schema: DescMessage, bytes: Buffer): JsonBytes {
  // Without this option empty lists, zeros and false would be missing.
  return toJsonBytes(JSON.stringify(toJson(schema, fromBinary(schema, bytes), { alwaysEmitImplicit: true })));
}

/** @returns undefined for bytes in another form than that of our writer: fields in another order, unknown fields, or damaged ones */
function readByPlan(plan: MessagePlan, bytes: Buffer): JsonBytes | undefined {
  output.reset();
  const end = readMessage(plan, { bytes, at: 0 }, bytes.length);
  return end ? output.toBytes() : undefined;
}

type ValueKind = "string" | "int32" | "bool" | "double" | "message";

interface FieldPlan {
  /** Number and wire type, as they stand before a value. */
  tag: number;
  kind: ValueKind;
  isList: boolean;
  /** `"name":` */
  name: JsonBytes;
  /** The value that is written for an absent field; undefined leaves out the name too. */
  absent: JsonBytes | undefined;
  message?: MessagePlan;
}

/** Its fields by their numbers, which is the order in which JSON has them and our writer writes them. */
type MessagePlan = readonly FieldPlan[];

const scalars = new Map<ScalarType, { kind: ValueKind; wireType: number; absent: string }>([
  [ScalarType.STRING, { kind: "string", wireType: 2, absent: '""' }],
  [ScalarType.INT32, { kind: "int32", wireType: 0, absent: "0" }],
  [ScalarType.BOOL, { kind: "bool", wireType: 0, absent: "false" }],
  [ScalarType.DOUBLE, { kind: "double", wireType: 1, absent: "0" }],
]);

/** @returns undefined for a recursive type, or one with a kind of field that is rare in our contract */
function planMessage(schema: DescMessage, parents: readonly DescMessage[]): MessagePlan | undefined {
  if (parents.includes(schema) || schema.typeName.startsWith("google.protobuf.")) return undefined;
  const inOrder = schema.fields.toSorted((a, b) => a.number - b.number);
  const plans = inOrder.map((field) => planField(field, [...parents, schema]));
  return plans.every((plan) => plan !== undefined) ? plans : undefined;
}

function planField(field: DescField, parents: readonly DescMessage[]): FieldPlan | undefined {
  if (field.oneof || ("delimitedEncoding" in field && field.delimitedEncoding)) return undefined;
  const name = toJsonBytes(`${JSON.stringify(field.jsonName)}:`);
  if (field.fieldKind === "scalar") {
    const scalar = scalars.get(field.scalar);
    const absent =
      scalar && field.presence === FeatureSet_FieldPresence.IMPLICIT ? toJsonBytes(scalar.absent) : undefined;
    return scalar && { tag: (field.number << 3) | scalar.wireType, kind: scalar.kind, isList: false, name, absent };
  }
  const tag = (field.number << 3) | 2;
  const isList = field.fieldKind === "list";
  const absent = isList ? toJsonBytes("[]") : undefined;
  if (isList && field.listKind === "scalar" && field.scalar === ScalarType.STRING)
    return { tag, kind: "string", isList, name, absent };
  if (field.fieldKind === "message" || (isList && field.listKind === "message")) {
    const message = planMessage(field.message, parents);
    return message && { tag, kind: "message", isList, name, absent, message };
  }
  return undefined;
}

interface Reading {
  bytes: Buffer;
  at: number;
}

/** Each of the functions below returns false for bytes of an unusual form; the written text must then be discarded. */
function readMessage(plan: MessagePlan, reading: Reading, end: number): boolean {
  output.writeAscii("{");
  let isFirst = true;
  let next = 0;
  while (reading.at < end) {
    const tag = readVarint(reading, end);
    let field = plan[next++];
    while (field && field.tag !== tag) {
      if (writeAbsent(field, isFirst)) isFirst = false;
      field = plan[next++];
    }
    if (!field) return false;
    output.writeJson(field.name, !isFirst);
    isFirst = false;
    if (!(field.isList ? readList(field, reading, end) : readValue(field, reading, end))) return false;
  }
  for (; next < plan.length; next += 1) {
    if (writeAbsent(plan[next] as FieldPlan, isFirst)) isFirst = false;
  }
  output.writeAscii("}");
  return reading.at === end;
}

function writeAbsent({ name, absent }: FieldPlan, isFirst: boolean): boolean {
  if (!absent) return false;
  output.writeJson(name, !isFirst);
  output.writeJson(absent, false);
  return true;
}

/** The elements of a list follow one another, each after the tag of the field. */
function readList(field: FieldPlan, reading: Reading, end: number): boolean {
  output.writeAscii("[");
  for (;;) {
    if (!readValue(field, reading, end)) return false;
    const { at } = reading;
    if (at >= end || readVarint(reading, end) !== field.tag) {
      reading.at = at;
      output.writeAscii("]");
      return true;
    }
    output.writeAscii(",");
  }
}

function readValue(field: FieldPlan, reading: Reading, end: number): boolean {
  switch (field.kind) {
    case "int32":
      output.writeNumber(readVarint(reading, end));
      return reading.at <= end;
    case "bool":
      return readBool(reading, end);
    case "double":
      return readDouble(reading, end);
    default:
      return readDelimited(field, reading, end);
  }
}

function readBool(reading: Reading, end: number): boolean {
  const value = reading.at < end ? reading.bytes[reading.at++] : undefined;
  if (value !== 0 && value !== 1) return false;
  output.writeAscii(value === 1 ? "true" : "false");
  return true;
}

function readDelimited(field: FieldPlan, reading: Reading, end: number): boolean {
  const length = readVarint(reading, end);
  const { bytes, at } = reading;
  if (length < 0 || at + length > end) return false;
  if (field.message) return readMessage(field.message, reading, at + length);
  reading.at = at + length;
  return output.writeString(bytes, at, length);
}

function readDouble(reading: Reading, end: number): boolean {
  const { bytes, at } = reading;
  if (at + 8 > end) return false;
  reading.at = at + 8;
  output.writeNumber(bytes.readDoubleLE(at));
  return true;
}

/** The low 32 bits, as a signed number: all that int32, bool, lengths and tags need. A varint that does not end moves behind `end`. */
function readVarint(reading: Reading, end: number): number {
  const { bytes } = reading;
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    if (reading.at >= end) break;
    const byte = bytes[reading.at++] as number;
    if (shift < 32) value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
  reading.at = Number.POSITIVE_INFINITY;
  return 0;
}
