// A list of 100 rows costs more in objects than in reading them: the driver makes one per row, the handler a second, the transport a third. So the
// answer of a list is written from the BSON of its rows, by a plan that is made once. See docs/decisions/0006.

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

/** What a field of an answer holds. A date of the database becomes a text in ISO 8601. */
export type RowValueKind = "text" | "int32" | "number" | "boolean";

/** Where the values of a row are written. `field` is the place of a field in the plan. */
export interface RowTarget {
  /** The text is in UTF-8. */
  writeText(field: number, source: Buffer, start: number, length: number): void;
  writeDate(field: number, text: string): void;
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
 * @returns reads the fields of one row. It throws for a value that the kind of its field cannot hold
 */
export function createRowReader(
  fields: readonly { stored: string; kind: RowValueKind }[],
): (row: Buffer, target: RowTarget) => void {
  const columns = fields.map(({ stored, kind }) => ({ name: stored, nameBytes: Buffer.from(`${stored}\0`), kind }));
  // Where the values of one row are, by column: the type and the start. Used again for every row.
  const [types, starts] = [new Uint8Array(columns.length), new Uint32Array(columns.length)];
  return (row, target) => {
    locateValues(columns, row, types, starts);
    for (let field = 0; field < columns.length; field += 1) {
      const type = types[field] as number;
      if (type === 0 || type === bsonNull) target.writeAbsent(field);
      else readValue(columns[field] as Column, row, type, starts[field] as number, field, target);
    }
  };
}

/** Rows have their fields in the order in which they were inserted; answers have another one. */
function locateValues(columns: readonly Column[], row: Buffer, types: Uint8Array, starts: Uint32Array): void {
  types.fill(0);
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

/** Most fields are stored in the order of the answer, so the expected column is nearly always the right one. */
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
    target.writeDate(field, formatDate(row.readInt32LE(start + 4) * 2 ** 32 + row.readUInt32LE(start)));
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

/** The day of the last date and its text up to `T`: the rows of a list often have the same day. */
let [lastDay, lastDayText] = [Number.NaN, ""];
const dayMs = 86_400_000;
const timeLength = "00:00:00.000Z".length;

/** As `Date.toISOString`, which would cost a third of writing a row. @param ms since 1970 */
function formatDate(ms: number): string {
  const day = Math.floor(ms / dayMs);
  if (day !== lastDay) [lastDay, lastDayText] = [day, new Date(ms).toISOString().slice(0, -timeLength)];
  const time = ms - day * dayMs;
  const seconds = Math.floor(time / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${lastDayText}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(seconds % 60)}.${pad(time % 1000, 3)}Z`;
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, "0");
