// How the elements of a BSON document are read without making objects of them. @see https://bsonspec.org/spec.html

/** Types of elements. */
export const [bsonDouble, bsonString, bsonArray, bsonBoolean, bsonDate, bsonNull, bsonInt32, bsonInt64] = [
  1, 2, 4, 8, 9, 10, 16, 18,
];
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
  [bsonArray, 0],
  [5, 5],
]);

/** @returns the number of bytes of a value, which begins at `start` */
export function measureValue(document: Buffer, type: number, start: number): number {
  const fixed = fixedLengths.get(type);
  if (fixed !== undefined) return fixed;
  const added = addedLengths.get(type);
  if (added === undefined) throw new Error(`a row has a value of the BSON type ${type}, which cannot be skipped`);
  return added + document.readInt32LE(start);
}

/** @returns the start of the value of an element whose name begins at `start` */
export function skipName(document: Buffer, start: number): number {
  let at = start;
  while (document[at] !== 0) at += 1;
  return at + 1;
}

/** A loop, because for so few bytes a call of `Buffer.compare` costs more. @param name with the zero byte at its end */
export function hasName(document: Buffer, start: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index += 1) if (name[index] !== document[start + index]) return false;
  return true;
}
