import { isUtf8 } from "node:buffer";
import { copyBytes, grow } from "./growing-bytes.js";

/** A JSON text in UTF-8. */
export class JsonBytes {
  #escaped: Buffer | undefined;

  constructor(
    readonly plain: Buffer,
    escaped?: Buffer,
  ) {
    this.#escaped = escaped;
  }

  /** The same text as it stands between the quotes of a JSON string. */
  get escaped(): Buffer {
    this.#escaped ??= escape(this.plain);
    return this.#escaped;
  }
}

/**
 * Read as Latin-1, each byte is one character, of which JSON escapes the same ones: no byte of a longer UTF-8 character is a quote, a backslash or a
 * control character.
 */
function escape(json: Buffer): Buffer {
  return Buffer.from(JSON.stringify(json.toString("latin1")), "latin1").subarray(1, -1);
}

/** Converts a JSON text to bytes. */
export function toJsonBytes(text: string): JsonBytes {
  return new JsonBytes(Buffer.from(text));
}

const [quote, backslash, firstPrintable, zero] = [0x22, 0x5c, 0x20, 0x30];

/**
 * Writes one JSON text at a time, plain and escaped, into buffers that grow as needed. Nearly all that has to be escaped are the quotes around names and
 * texts. Escaping the whole text afterwards takes longer and makes copies of it; see docs/decisions/0006.
 */
export class JsonOutput {
  #plain: Buffer = Buffer.allocUnsafe(64 * 1024);
  #plainEnd = 0;
  #escaped: Buffer = Buffer.allocUnsafe(64 * 1024);
  #escapedEnd = 0;

  reset(): void {
    this.#plainEnd = 0;
    this.#escapedEnd = 0;
  }

  /** A copy of what was written since `reset`. */
  toBytes(): JsonBytes {
    return new JsonBytes(this.toPlain(), Buffer.from(this.#escaped.subarray(0, this.#escapedEnd)));
  }

  /** The same without its escaped form. */
  toPlain(): Buffer {
    return Buffer.from(this.#plain.subarray(0, this.#plainEnd));
  }

  /** Writes brackets, numbers, words: nothing that is escaped. */
  writeAscii(text: string): void {
    this.#reserve(text.length, text.length);
    for (let index = 0; index < text.length; index += 1) {
      const byte = text.charCodeAt(index);
      this.#plain[this.#plainEnd++] = byte;
      this.#escaped[this.#escapedEnd++] = byte;
    }
  }

  /** NaN and Infinity, for which JSON has no number, are texts, as protobuf writes them. */
  writeNumber(value: number): void {
    if (value >>> 0 === value) this.#writeWhole(value);
    else if (Number.isFinite(value)) this.writeAscii(JSON.stringify(value));
    else this.writeJson(toJsonBytes(`"${value}"`), false);
  }

  /** Writes any JSON text, such as the name of a field with its colon, after a comma if it is not the first. */
  writeJson({ plain, escaped }: JsonBytes, withComma: boolean): void {
    if (withComma) this.writeAscii(",");
    this.#reserve(plain.length, escaped.length);
    copyBytes(plain, 0, plain.length, this.#plain, this.#plainEnd);
    copyBytes(escaped, 0, escaped.length, this.#escaped, this.#escapedEnd);
    this.#plainEnd += plain.length;
    this.#escapedEnd += escaped.length;
  }

  /**
   * Writes the JSON string of some bytes in UTF-8.
   * @returns false for bytes that are not UTF-8; nothing is written then
   */
  writeString(source: Buffer, start: number, length: number): boolean {
    // Most texts are ASCII without anything to escape: they are checked and copied in one loop.
    this.#reserve(length + 2, length + 4);
    const [plain, escaped] = [this.#plain, this.#escaped];
    const [plainStart, escapedStart] = [this.#plainEnd + 1, this.#escapedEnd + 2];
    for (let copied = 0; copied < length; copied += 1) {
      const byte = source[start + copied] as number;
      if (byte < firstPrintable || byte > 0x7f || byte === quote || byte === backslash)
        return this.#writeUnusualString(source.subarray(start, start + length));
      plain[plainStart + copied] = byte;
      escaped[escapedStart + copied] = byte;
    }
    plain[plainStart - 1] = quote;
    plain[plainStart + length] = quote;
    escaped[escapedStart - 2] = backslash;
    escaped[escapedStart - 1] = quote;
    escaped[escapedStart + length] = backslash;
    escaped[escapedStart + length + 1] = quote;
    this.#plainEnd = plainStart + length + 1;
    this.#escapedEnd = escapedStart + length + 2;
    return true;
  }

  /** Its digits, without a text for each number. @param value a whole number from 0 to 2 ** 32 - 1 */
  #writeWhole(value: number): void {
    let digits = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
    this.#reserve(digits, digits);
    this.#plainEnd += digits;
    this.#escapedEnd += digits;
    let rest = value;
    for (let place = 1; place <= digits; place += 1) {
      const byte = zero + (rest % 10);
      this.#plain[this.#plainEnd - place] = byte;
      this.#escaped[this.#escapedEnd - place] = byte;
      rest = Math.floor(rest / 10);
    }
  }

  #writeUnusualString(bytes: Buffer): boolean {
    if (!isUtf8(bytes)) return false;
    this.writeJson(toJsonBytes(JSON.stringify(bytes.toString())), false);
    return true;
  }

  #reserve(plainBytes: number, escapedBytes: number): void {
    this.#plain = grow(this.#plain, this.#plainEnd, plainBytes);
    this.#escaped = grow(this.#escaped, this.#escapedEnd, escapedBytes);
  }
}
