import { isUtf8 } from "node:buffer";

/** A JSON text in UTF-8. */
export class JsonBytes {
  constructor(readonly plain: Buffer) {}

  /**
   * The JSON string of this text, each byte as one character of Latin-1. Of these JSON escapes the same ones: no byte of a longer UTF-8 character is a
   * quote, a backslash or a control character.
   */
  get quoted(): string {
    return JSON.stringify(this.plain.toString("latin1"));
  }
}

/** Converts a JSON text to bytes. */
export function toJsonBytes(text: string): JsonBytes {
  return new JsonBytes(Buffer.from(text));
}

const [quote, backslash, comma, firstPrintable] = [0x22, 0x5c, 0x2c, 0x20];

/** Writes one JSON text at a time into a buffer that grows as needed. */
export class JsonOutput {
  #bytes: Buffer = Buffer.allocUnsafe(64 * 1024);
  #end = 0;

  reset(): void {
    this.#end = 0;
  }

  /** A copy of the bytes that were written since `reset`. */
  toBytes(): JsonBytes {
    return new JsonBytes(Buffer.from(this.#bytes.subarray(0, this.#end)));
  }

  /** Writes brackets, numbers, words. */
  writeAscii(text: string): void {
    this.#reserve(text.length);
    for (let index = 0; index < text.length; index += 1) this.#bytes[this.#end++] = text.charCodeAt(index);
  }

  /** Writes any JSON text, such as the name of a field with its colon, after a comma if it is not the first. */
  writeJson(json: Buffer, withComma: boolean): void {
    this.#reserve(json.length + 1);
    if (withComma) this.#bytes[this.#end++] = comma;
    this.#copy(json, 0, json.length);
  }

  /**
   * Writes the JSON string of some bytes in UTF-8.
   * @returns false for bytes that are not UTF-8; nothing is written then
   */
  writeString(source: Buffer, start: number, length: number): boolean {
    // Most texts are ASCII without anything to escape: they are checked and copied in one loop.
    this.#reserve(length + 2);
    const bytes = this.#bytes;
    const begin = this.#end + 1;
    for (let copied = 0; copied < length; copied += 1) {
      const byte = source[start + copied] as number;
      if (byte < firstPrintable || byte > 0x7f || byte === quote || byte === backslash)
        return this.#writeUnusualString(source.subarray(start, start + length));
      bytes[begin + copied] = byte;
    }
    bytes[begin - 1] = quote;
    bytes[begin + length] = quote;
    this.#end = begin + length + 1;
    return true;
  }

  #writeUnusualString(bytes: Buffer): boolean {
    if (!isUtf8(bytes)) return false;
    this.writeJson(Buffer.from(JSON.stringify(bytes.toString())), false);
    return true;
  }

  /** A loop, because most copies are shorter than what a call of `Buffer.copy` costs. */
  #copy(source: Buffer, start: number, length: number): void {
    if (length > 64) source.copy(this.#bytes, this.#end, start, start + length);
    else
      for (let index = 0; index < length; index += 1) this.#bytes[this.#end + index] = source[start + index] as number;
    this.#end += length;
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + bytes));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
