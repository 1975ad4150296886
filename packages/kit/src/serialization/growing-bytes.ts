/** @returns a buffer that begins with the same `end` bytes and has space for `more` after them: the same one when it has */
export function grow(bytes: Buffer, end: number, more: number): Buffer {
  if (end + more <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, end + more));
  bytes.copy(larger, 0, 0, end);
  return larger;
}

/** A loop, because most copies are shorter than what a call of `Buffer.copy` costs. */
export function copyBytes(source: Buffer, start: number, length: number, target: Buffer, at: number): void {
  if (length > 64) source.copy(target, at, start, start + length);
  else for (let index = 0; index < length; index += 1) target[at + index] = source[start + index] as number;
}
