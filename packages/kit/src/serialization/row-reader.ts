// A list of 100 rows costs more in objects than in reading them: the driver makes one per row, the handler a second, the transport a third. So the
// answer of a list is written from the BSON of its rows, by a plan that is made once. See docs/decisions/0006.
import {
  bsonBoolean,
  bsonDate,
  bsonDouble,
  bsonInt32,
  bsonInt64,
  bsonNull,
  bsonString,
  hasName,
  measureValue,
  skipName,
} from "./bson-elements.js";

/** What a field of an answer holds. A date of the database becomes a text in ISO 8601. */
export type RowValueKind = "text" | "int32" | "number" | "boolean";

/** Where the values of a row are written. `field` is the place of a field in the plan. */
export interface RowTarget {
  /** The text is in UTF-8. Its bytes are valid until the next value. */
  writeText(field: number, source: Buffer, start: number, length: number): void;
  writeNumber(field: number, value: number): void;
  writeBoolean(field: number, value: boolean): void;
  /** The row has no such field, or null. */
  writeAbsent(field: number): void;
}

interface Column {
  name: string;
  /** The name as it is written in a row, with the zero byte at its end. */
  nameBytes: Buffer;
  kind: RowValueKind;
}

/**
 * Reads rows of a collection.
 * @param fields in the order in which they are written, with their names in the database
 * @returns reads the fields of the row that begins at `start`. It throws for a value that the kind of its field cannot hold
 */
export function createRowReader(
  fields: readonly { stored: string; kind: RowValueKind }[],
): (bytes: Buffer, start: number, target: RowTarget) => void {
  const columns = fields.map(({ stored, kind }) => ({ name: stored, nameBytes: Buffer.from(`${stored}\0`), kind }));
  // Where the values of one row are, by column: the type and the start. Used again for every row.
  const [types, starts] = [new Uint8Array(columns.length), new Uint32Array(columns.length)];
  return (bytes, start, target) => {
    locateValues(columns, bytes, start, types, starts);
    for (let field = 0; field < columns.length; field += 1) {
      const type = types[field] as number;
      if (type === 0 || type === bsonNull) target.writeAbsent(field);
      else readValue(columns[field] as Column, bytes, type, starts[field] as number, field, target);
    }
  };
}

/** Rows have their fields in the order in which they were inserted; answers have another one. */
function locateValues(
  columns: readonly Column[],
  row: Buffer,
  start: number,
  types: Uint8Array,
  starts: Uint32Array,
): void {
  types.fill(0);
  // Elements begin after the length of the document and end before its last zero byte.
  const end = start + row.readInt32LE(start) - 1;
  let expected = 0;
  for (let at = start + 4; at < end;) {
    const type = row[at++] as number;
    const column = findColumn(columns, row, at, expected);
    if (column >= 0) {
      at += (columns[column] as Column).nameBytes.length;
      types[column] = type;
      starts[column] = at;
      expected = column + 1;
    } else at = skipName(row, at);
    at += measureValue(row, type, at);
  }
}

/** Most fields are stored in the order of the answer, so the expected column is nearly always the right one. */
function findColumn(columns: readonly Column[], row: Buffer, start: number, expected: number): number {
  for (let tried = 0; tried < columns.length; tried += 1) {
    const index = (expected + tried) % columns.length;
    if (hasName(row, start, (columns[index] as Column).nameBytes)) return index;
  }
  return -1;
}

/** @throws Error for a type of value that the field cannot hold */
function readValue(
  { name, kind }: Column,
  row: Buffer,
  type: number,
  start: number,
  field: number,
  target: RowTarget,
): void {
  if (kind === "text" && type === bsonString) {
    // Its length counts the zero byte at its end.
    target.writeText(field, row, start + 4, row.readInt32LE(start) - 1);
  } else if (kind === "text" && type === bsonDate) {
    target.writeText(field, dateText, 0, formatDate(row.readInt32LE(start + 4) * 2 ** 32 + row.readUInt32LE(start)));
  } else if (kind === "boolean" && type === bsonBoolean) {
    target.writeBoolean(field, row[start] === 1);
  } else if (kind === "int32" || kind === "number") {
    const value = readNumber(name, row, type, start);
    if (kind === "int32" && (value | 0) !== value)
      throw new Error(`${name} of a row is ${value}, which is not an int32`);
    target.writeNumber(field, value);
  } else throw createTypeError(name, type);
}

function readNumber(name: string, row: Buffer, type: number, start: number): number {
  if (type === bsonInt32) return row.readInt32LE(start);
  if (type === bsonDouble) return row.readDoubleLE(start);
  if (type === bsonInt64) return Number(row.readBigInt64LE(start));
  throw createTypeError(name, type);
}

const createTypeError = (name: string, type: number) =>
  new Error(`the field ${name} of a row has a value of the BSON type ${type}, which its answer cannot hold`);

/** The text of the last date, of which the day often stays: the rows of a list have the same one. */
const dateText = Buffer.alloc("+275760-09-13T00:00:00.000Z".length);
const time = "00:00:00.000Z";
let [lastDay, timeStart] = [Number.NaN, 0];
const dayMs = 86_400_000;

/** Writes what `Date.toISOString` returns, which would cost a third of writing a row, to `dateText`. @param ms since 1970 @returns its length */
function formatDate(ms: number): number {
  const day = Math.floor(ms / dayMs);
  if (day !== lastDay) {
    timeStart = dateText.write(new Date(day * dayMs).toISOString()) - time.length;
    lastDay = day;
  }
  // Whole numbers of 32 bits: with others each division costs several times as much.
  const inDay = (ms - day * dayMs) | 0;
  const seconds = (inDay / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  writeDigits(timeStart, (minutes / 60) | 0);
  writeDigits(timeStart + 3, minutes % 60);
  writeDigits(timeStart + 6, seconds % 60);
  writeDigits(timeStart + 9, ((inDay % 1000) / 10) | 0);
  dateText[timeStart + 11] = zero + (inDay % 10);
  return timeStart + time.length;
}

const zero = 0x30;

/** @param value of two digits */
function writeDigits(at: number, value: number): void {
  dateText[at] = zero + ((value / 10) | 0);
  dateText[at + 1] = zero + (value % 10);
}
