import { randomFillSync } from "node:crypto";

/** For 256 spans. One call of the operating system for each id takes longer than everything else that a span needs. */
const pool = Buffer.allocUnsafe(8 * 256);
let used = pool.length;

/** @param bytes at most 16 */
export function createRandomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}
