import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import type { Page } from "../../data/lists/pages.js";
import { BinaryWriter } from "./binary-writer.js";
import { EncodedReply } from "../definition.js";

// A list of 100 rows costs more in objects than in reading them: the driver makes one per row, the handler a second, protobuf-es a
// third. This file writes the answer of a list from the BSON of its rows, by a plan that is made once. See docs/decisions/0006.

/** BSON types of elements. @see https://bsonspec.org/spec.html */
const [bsonDouble, bsonString, bsonBoolean, bsonDate, bsonNull, bsonInt32, bsonInt64] = [1, 2, 8, 9, 10, 16, 18];
/** Bytes of the values that always have the same length; the other types begin with their length. */
const fixedLengths = new Map([
  [bsonDouble, 8],
  [bsonBoolean, 1],
  [bsonDate, 8],
  [bsonNull, 0],
  [bsonInt32, 4],
  [17, 8],
  [bsonInt64, 8],
  [19, 16],
  [7, 12],
]);
/** Bytes beside the length that precedes a value: of strings and binary data it leaves itself out. */
const addedLengths = new Map([
  [bsonString, 4],
  [3, 0],
  [4, 0],
  [5, 5],
]);

const writer = new BinaryWriter();

interface Column {
  name: string;
  /** The name as it is written in a row, with the zero byte at its end. */
  nameBytes: Buffer;
  number: number;
  scalar: ScalarType;
}

/**
 * Builds the function that writes the answer of a list (`items`, `count`, `hasMore`, `nextCursor`) from its rows.
 * @param output whose items have texts, numbers and booleans only; dates become texts in ISO 8601
 * @param stored names of fields in the database, where they differ from those of the message
 * @throws Error for a message with other fields
 */
export function createRowsWriter<Output extends DescMessage>(
  output: Output,
  stored: Readonly<Record<string, string>>,
): (page: Page<Buffer>) => EncodedReply<Output> {
  const items = requireField(output, "items");
  if (items.fieldKind !== "list" || items.listKind !== "message") throw new Error(`${items.toString()} is no list`);
  const columns = items.message.fields
    .toSorted((a, b) => a.number - b.number)
    .map((field) => planColumn(field, stored[field.localName] ?? field.localName));
  const [count, hasMore, nextCursor] = ["count", "hasMore", "nextCursor"].map(
    (name) => requireField(output, name).number,
  );
  const itemTag = (items.number << 3) | 2;

  return (page) => {
    writer.reset();
    for (const row of page.items) {
      writer.writeVarint(itemTag);
      const start = writer.beginMessage();
      writeRow(columns, row);
      writer.endMessage(start);
    }
    writer.writeVarint((count as number) << 3);
    writer.writeInt32(page.items.length);
    writer.writeVarint((hasMore as number) << 3);
    writer.writeVarint(page.hasMore ? 1 : 0);
    if (page.nextCursor) {
      writer.writeVarint(((nextCursor as number) << 3) | 2);
      writer.writeString(page.nextCursor);
    }
    return new EncodedReply(writer.toBuffer());
  };
}

function requireField(schema: DescMessage, localName: string): DescField {
  const field = schema.fields.find((one) => one.localName === localName);
  if (!field) throw new Error(`${schema.typeName} has no field ${localName}`);
  return field;
}

function planColumn(field: DescField, name: string): Column {
  const isPlanned =
    field.fieldKind === "scalar" &&
    [ScalarType.STRING, ScalarType.INT32, ScalarType.BOOL, ScalarType.DOUBLE].includes(field.scalar);
  if (!isPlanned) throw new Error(`rows cannot be written to ${field.toString()}`);
  return { name, nameBytes: Buffer.from(`${name}\0`), number: field.number, scalar: field.scalar };
}

/** Where the values of one row are, by column: the type and the start. Used again for every row. */
let types = new Uint8Array(64);
let starts = new Uint32Array(64);

function writeRow(columns: readonly Column[], row: Buffer): void {
  locateValues(columns, row);
  for (let index = 0; index < columns.length; index += 1) {
    const type = types[index] as number;
    if (type !== 0 && type !== bsonNull) writeValue(columns[index] as Column, row, type, starts[index] as number);
  }
}

/** Rows have their fields in the order in which they were inserted; messages are written in the order of the numbers. */
function locateValues(columns: readonly Column[], row: Buffer): void {
  if (types.length < columns.length)
    [types, starts] = [new Uint8Array(columns.length), new Uint32Array(columns.length)];
  types.fill(0, 0, columns.length);
  // Elements begin after the length of the document and end before its last zero byte.
  const end = row.length - 1;
  let expected = 0;
  for (let at = 4; at < end;) {
    const type = row[at++] as number;
    const column = findColumn(columns, row, at, expected);
    if (column >= 0) {
      at += (columns[column] as Column).nameBytes.length;
      types[column] = type;
      starts[column] = at;
      expected = column + 1;
    } else {
      while (row[at] !== 0) at += 1;
      at += 1;
    }
    at += measureValue(row, type, at);
  }
}

/** Most fields are stored in the order of the message, so the expected column is nearly always the right one. */
function findColumn(columns: readonly Column[], row: Buffer, start: number, expected: number): number {
  for (let tried = 0; tried < columns.length; tried += 1) {
    const index = (expected + tried) % columns.length;
    if (startsWith(row, start, (columns[index] as Column).nameBytes)) return index;
  }
  return -1;
}

/** A loop, because for so few bytes a call of `Buffer.compare` costs more. The zero byte at the end of a name is compared too. */
function startsWith(row: Buffer, start: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index += 1) if (name[index] !== row[start + index]) return false;
  return true;
}

function measureValue(row: Buffer, type: number, start: number): number {
  const fixed = fixedLengths.get(type);
  if (fixed !== undefined) return fixed;
  const added = addedLengths.get(type);
  if (added === undefined) throw new Error(`a row has a value of the BSON type ${type}, which cannot be skipped`);
  return added + row.readInt32LE(start);
}

/** @throws Error for a type of value that the field cannot hold */
function writeValue({ name, number, scalar }: Column, row: Buffer, type: number, start: number): void {
  const tag = number << 3;
  if (scalar === ScalarType.STRING && type === bsonString) {
    writer.writeVarint(tag | 2);
    // Its length counts the zero byte at its end.
    writer.writeStringBytes(row, start + 4, row.readInt32LE(start) - 1);
  } else if (scalar === ScalarType.STRING && type === bsonDate) {
    writer.writeVarint(tag | 2);
    writer.writeString(formatDate(row.readInt32LE(start + 4) * 2 ** 32 + row.readUInt32LE(start)));
  } else if (scalar === ScalarType.BOOL && type === bsonBoolean) {
    writer.writeVarint(tag);
    writer.writeVarint(row[start] as number);
  } else if (scalar === ScalarType.INT32) {
    writer.writeVarint(tag);
    writer.writeInt32(readNumber(name, row, type, start));
  } else if (scalar === ScalarType.DOUBLE) {
    writer.writeVarint(tag | 1);
    writer.writeDouble(readNumber(name, row, type, start));
  } else throw createTypeError(name, type);
}

/** The day of the last date and its text up to `T`: the rows of a list often have the same day. */
let [lastDay, lastDayText] = [Number.NaN, ""];
const dayMs = 86_400_000;

/** As `Date.toISOString`, which would cost a third of writing a row. @param ms since 1970 */
function formatDate(ms: number): string {
  const day = Math.floor(ms / dayMs);
  if (day !== lastDay) [lastDay, lastDayText] = [day, new Date(ms).toISOString().slice(0, -timeLength)];
  const time = ms - day * dayMs;
  const seconds = Math.floor(time / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${lastDayText}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(seconds % 60)}.${pad(time % 1000, 3)}Z`;
}

function readNumber(name: string, row: Buffer, type: number, start: number): number {
  if (type === bsonInt32) return row.readInt32LE(start);
  if (type === bsonDouble) return row.readDoubleLE(start);
  if (type === bsonInt64) return Number(row.readBigInt64LE(start));
  throw createTypeError(name, type);
}

const timeLength = "00:00:00.000Z".length;
const pad = (value: number, digits = 2): string => String(value).padStart(digits, "0");

const createTypeError = (name: string, type: number) =>
  new Error(`the field ${name} of a row has a value of the BSON type ${type}, which its message cannot hold`);
