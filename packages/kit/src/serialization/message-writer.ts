import { type DescField, type DescMessage, type Message, ScalarType, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter } from "./binary-writer.js";

// protobuf-es writes by reflection and uses a TextEncoder for every string: 535 µs for a list of 100 rows, more than the
// database needs to find them. This file writes the same bytes (a test compares them) with functions that are built once per
// message type; types with rare kinds of fields are written by `toBinary`. See docs/decisions/0006.

/** Serializes messages of one type. */
export type WriteMessage = (message: Message) => Buffer;

type WriteFields = (target: BinaryWriter, fields: Fields) => void;
/** The fields of a message by their local names. */
type Fields = Record<string, unknown>;

/** One for all messages: writing is synchronous. */
const writer = new BinaryWriter();

const writers = new Map<DescMessage, WriteMessage>();

/** The serializer of a message type, which is built once. Equal messages have equal bytes. */
export function getMessageWriter(schema: DescMessage): WriteMessage {
  const writeMessage = writers.get(schema) ?? createMessageWriter(schema);
  writers.set(schema, writeMessage);
  return writeMessage;
}

/** The bytes of a message. */
export const serializeMessage = (schema: DescMessage, message: Message): Buffer => getMessageWriter(schema)(message);

function createMessageWriter(schema: DescMessage): WriteMessage {
  const write = buildMessageWriter(schema, []);
  if (!write) return (message) => toBufferView(toBinary(schema, message));
  return (message) => {
    writer.reset();
    write(writer, message);
    return writer.toBuffer();
  };
}

/** A view of the same bytes: copying a list of 100 rows costs more than checking it. */
function toBufferView(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** @returns undefined for a recursive type, or one with a kind of field that is rare in our contract */
function buildMessageWriter(schema: DescMessage, parents: readonly DescMessage[]): WriteFields | undefined {
  if (parents.includes(schema)) return undefined;
  const inOrder = schema.fields.toSorted((a, b) => a.number - b.number);
  const writers = inOrder.map((field) => buildFieldWriter(field, [...parents, schema]));
  if (!writers.every((writer) => writer !== undefined)) return undefined;
  return (target, fields) => {
    for (const write of writers) write(target, fields);
  };
}

function buildFieldWriter(field: DescField, parents: readonly DescMessage[]): WriteFields | undefined {
  if (field.oneof || ("delimitedEncoding" in field && field.delimitedEncoding)) return undefined;
  const name = field.localName;
  const readOwn = (fields: Fields): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  if (field.fieldKind === "scalar") {
    const write = buildScalarWriter(field.scalar, field.number);
    // Defaults are on the prototype: a field that is not an own property was never set.
    return write && ((target, fields) => write(target, readOwn(fields)));
  }
  if (field.fieldKind === "message")
    return buildSubmessageWriter(field.message, field.number, parents, (fields) => [readOwn(fields)]);
  if (field.fieldKind === "list" && field.listKind === "message")
    return buildSubmessageWriter(field.message, field.number, parents, (fields) => fields[name] as unknown[]);
  if (field.fieldKind === "list" && field.listKind === "scalar" && field.scalar === ScalarType.STRING) {
    const write = buildScalarWriter(ScalarType.STRING, field.number);
    return (target, fields) => (fields[name] as unknown[]).forEach((value) => write?.(target, value));
  }
  return undefined;
}

function buildSubmessageWriter(
  schema: DescMessage,
  number: number,
  parents: readonly DescMessage[],
  readValues: (fields: Fields) => readonly unknown[],
): WriteFields | undefined {
  const writeFields = buildMessageWriter(schema, parents);
  if (!writeFields) return undefined;
  const tag = (number << 3) | 2;
  return (target, fields) => {
    for (const value of readValues(fields)) {
      if (value === undefined) continue;
      target.writeVarint(tag);
      const start = target.beginMessage();
      writeFields(target, value as Fields);
      target.endMessage(start);
    }
  };
}

/** Wire types: 0 varint, 1 eight bytes, 2 length-delimited. @see https://protobuf.dev/programming-guides/encoding/ */
function buildScalarWriter(
  scalar: ScalarType,
  number: number,
): ((target: BinaryWriter, value: unknown) => void) | undefined {
  const tag = number << 3;
  switch (scalar) {
    case ScalarType.STRING:
      return (target, value) => {
        if (typeof value !== "string") return;
        target.writeVarint(tag | 2);
        target.writeString(value);
      };
    case ScalarType.INT32:
      return (target, value) => {
        if (typeof value !== "number") return;
        target.writeVarint(tag);
        target.writeInt32(value);
      };
    case ScalarType.UINT32:
      return (target, value) => {
        if (typeof value !== "number") return;
        target.writeVarint(tag);
        target.writeUint32(value);
      };
    case ScalarType.BOOL:
      return (target, value) => {
        if (typeof value !== "boolean") return;
        target.writeVarint(tag);
        target.writeVarint(value ? 1 : 0);
      };
    case ScalarType.DOUBLE:
      return (target, value) => {
        if (typeof value !== "number") return;
        target.writeVarint(tag | 1);
        target.writeDouble(value);
      };
    case ScalarType.BYTES:
      return (target, value) => {
        if (!(value instanceof Uint8Array)) return;
        target.writeVarint(tag | 2);
        target.writeBytes(toBufferView(value), 0, value.length);
      };
    default:
      return undefined;
  }
}
