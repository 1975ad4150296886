import { isUtf8 } from "node:buffer";

/** A JSON text in UTF-8. */
export interface JsonBytes {
  plain: Buffer;
  /** The same text as it stands between the quotes of a JSON string. */
  escaped: Buffer;
}

/** Converts a JSON text to bytes. */
export function toJsonBytes(text: string): JsonBytes {
  return { plain: Buffer.from(text), escaped: Buffer.from(JSON.stringify(text).slice(1, -1)) };
}

const [quote, backslash, comma, firstPrintable] = [0x22, 0x5c, 0x2c, 0x20];

/** Writes one JSON text at a time into two buffers that grow as needed: plain and escaped. */
export class JsonOutput {
  #plain: Buffer = Buffer.allocUnsafe(64 * 1024);
  #plainEnd = 0;
  #escaped: Buffer = Buffer.allocUnsafe(64 * 1024);
  #escapedEnd = 0;

  reset(): void {
    this.#plainEnd = 0;
    this.#escapedEnd = 0;
  }

  /** Copies of the bytes that were written since `reset`. */
  toBytes(): JsonBytes {
    return {
      plain: Buffer.from(this.#plain.subarray(0, this.#plainEnd)),
      escaped: Buffer.from(this.#escaped.subarray(0, this.#escapedEnd)),
    };
  }

  /** Writes text that needs no escaping in a JSON string: brackets, numbers, words. */
  writeAscii(text: string): void {
    this.#reserve(text.length);
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      this.#plain[this.#plainEnd++] = code;
      this.#escaped[this.#escapedEnd++] = code;
    }
  }

  /** Writes any JSON text, such as the name of a field with its colon, after a comma if it is not the first. */
  writeJson({ plain, escaped }: JsonBytes, withComma: boolean): void {
    this.#reserve(escaped.length + 1);
    if (withComma) {
      this.#plain[this.#plainEnd++] = comma;
      this.#escaped[this.#escapedEnd++] = comma;
    }
    this.#plainEnd = copyBytes(plain, 0, plain.length, this.#plain, this.#plainEnd);
    this.#escapedEnd = copyBytes(escaped, 0, escaped.length, this.#escaped, this.#escapedEnd);
  }

  /**
   * Writes the JSON string of some bytes in UTF-8.
   * @returns false for bytes that are not UTF-8; nothing is written then
   */
  writeString(bytes: Buffer, start: number, length: number): boolean {
    // Most texts are ASCII without anything to escape: they are checked and copied in one loop.
    this.#reserve(length + 4);
    const [plain, escaped] = [this.#plain, this.#escaped];
    const [plainStart, escapedStart] = [this.#plainEnd + 1, this.#escapedEnd + 2];
    let copied = 0;
    for (; copied < length; copied += 1) {
      const byte = bytes[start + copied] as number;
      if (byte < firstPrintable || byte > 0x7f || byte === quote || byte === backslash) break;
      plain[plainStart + copied] = byte;
      escaped[escapedStart + copied] = byte;
    }
    if (copied < length) return this.#writeUnusualString(bytes.subarray(start, start + length));
    plain[plainStart - 1] = quote;
    plain[plainStart + length] = quote;
    this.#plainEnd = plainStart + length + 1;
    escaped[escapedStart - 2] = backslash;
    escaped[escapedStart - 1] = quote;
    escaped[escapedStart + length] = backslash;
    escaped[escapedStart + length + 1] = quote;
    this.#escapedEnd = escapedStart + length + 2;
    return true;
  }

  #writeUnusualString(bytes: Buffer): boolean {
    if (!isUtf8(bytes)) return false;
    this.writeJson(toJsonBytes(JSON.stringify(bytes.toString())), false);
    return true;
  }

  /** Reserves this many bytes in both buffers. The escaped text is the longer one. */
  #reserve(bytes: number): void {
    this.#plain = growTo(this.#plain, this.#plainEnd, bytes);
    this.#escaped = growTo(this.#escaped, this.#escapedEnd, bytes);
  }
}

/** A loop, because most copies are shorter than what a call of `Buffer.copy` costs. */
function copyBytes(source: Buffer, start: number, length: number, target: Buffer, end: number): number {
  if (length > 64) return end + source.copy(target, end, start, start + length);
  for (let index = 0; index < length; index += 1) target[end + index] = source[start + index] as number;
  return end + length;
}

function growTo(buffer: Buffer, end: number, bytes: number): Buffer {
  if (end + bytes <= buffer.length) return buffer;
  const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, end + bytes));
  buffer.copy(larger, 0, 0, end);
  return larger;
}
