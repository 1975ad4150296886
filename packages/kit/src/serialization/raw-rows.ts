import { bsonArray, hasName, measureValue, skipName } from "./bson-elements.js";

/** Rows of a collection as BSON, as they stand in one answer of MongoDB. */
export interface RawRows {
  bytes: Buffer;
  /** Where each row begins in `bytes`. */
  starts: readonly number[];
}

/** A page of a list, its rows as BSON. */
export interface RawPage {
  rows: RawRows;
  hasMore: boolean;
  /** Absent on the last page. */
  nextCursor?: string;
}

const firstBatch = Buffer.from("firstBatch\0");

/** Finds the rows in the document `cursor` of an answer to `find`. */
export function locateRows(cursor: Buffer): RawRows {
  let at = 4;
  while (cursor[at] !== 0) {
    const [type, name] = [cursor[at] as number, at + 1];
    at = skipName(cursor, name);
    if (type === bsonArray && hasName(cursor, name, firstBatch))
      return { bytes: cursor, starts: findStarts(cursor, at) };
    at += measureValue(cursor, type, at);
  }
  throw new Error("an answer to find has no rows");
}

/** The elements of an array are named by their numbers. */
function findStarts(document: Buffer, array: number): number[] {
  const starts: number[] = [];
  const end = array + document.readInt32LE(array) - 1;
  for (let at = array + 4; at < end; at += document.readInt32LE(at)) {
    at = skipName(document, at + 1);
    starts.push(at);
  }
  return starts;
}

/** The BSON of one row. */
export function sliceRow({ bytes, starts }: RawRows, index: number): Buffer {
  const start = starts[index] as number;
  return bytes.subarray(start, start + bytes.readInt32LE(start));
}
