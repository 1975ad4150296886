import { copyBytes, grow } from "./growing-bytes.js";

/**
 * A buffer that grows as needed and into which one message at a time is written in the binary format of Protocol Buffers.
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export class BinaryWriter {
  #bytes: Buffer = Buffer.allocUnsafe(64 * 1024);
  #end = 0;

  reset(): void {
    this.#end = 0;
  }

  /** A copy of the bytes that were written since `reset`. */
  toBuffer(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#end));
  }

  writeVarint(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#end++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#end++] = rest;
  }

  writeUint32(value: number): void {
    if (!Number.isInteger(value) || value > 4294967295 || value < 0) throw new Error(`${value} is not a uint32`);
    this.writeVarint(value);
  }

  /** A negative number is written with 64 bits, in ten bytes. */
  writeInt32(value: number): void {
    if (!Number.isInteger(value) || value > 2147483647 || value < -2147483648)
      throw new Error(`${value} is not an int32`);
    if (value >= 0) return this.writeVarint(value);
    this.#reserve(10);
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest > 127n) {
      this.#bytes[this.#end++] = Number(rest & 127n) | 128;
      rest >>= 7n;
    }
    this.#bytes[this.#end++] = Number(rest);
  }

  writeDouble(value: number): void {
    this.#reserve(8);
    this.#end = this.#bytes.writeDoubleLE(value, this.#end);
  }

  writeString(value: string): void {
    // A UTF-16 unit takes at most three bytes, so the length of such a string always fits into one byte.
    if (value.length <= 42) {
      this.#reserve(1 + 3 * value.length);
      const length = this.#bytes.write(value, this.#end + 1);
      this.#bytes[this.#end] = length;
      this.#end += 1 + length;
      return;
    }
    const length = Buffer.byteLength(value);
    this.writeVarint(length);
    this.#reserve(length);
    this.#end += this.#bytes.write(value, this.#end);
  }

  /** Writes bytes, or a string from its bytes in UTF-8. */
  writeBytes(source: Buffer, start: number, length: number): void {
    this.writeVarint(length);
    this.#reserve(length);
    copyBytes(source, start, length, this.#bytes, this.#end);
    this.#end += length;
  }

  /** Reserves one byte for the length of a message that follows. @returns its start, for `endMessage` */
  beginMessage(): number {
    this.#reserve(1);
    this.#end += 1;
    return this.#end;
  }

  endMessage(start: number): void {
    const end = this.#end;
    const length = end - start;
    if (length <= 127) {
      this.#bytes[start - 1] = length;
      return;
    }
    const more = length < 16_384 ? 1 : length < 2_097_152 ? 2 : 3;
    this.#reserve(more);
    this.#bytes.copyWithin(start + more, start, end);
    this.#end = start - 1;
    this.writeVarint(length);
    this.#end = end + more;
  }

  #reserve(bytes: number): void {
    this.#bytes = grow(this.#bytes, this.#end, bytes);
  }
}
