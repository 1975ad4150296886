import { createHmac, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checksumLength = 6;
const keyFormat = /^(svc_(?:live|test)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export type KeyMode = "live" | "test";

/** A new key: 190 random bits and a checksum. With it a scanner recognises a leaked key, and a typo needs no look-up. */
export function createKey(mode: KeyMode): string {
  const secret = Array.from({ length: secretLength }, () => digits[randomInt(digits.length)]).join("");
  const body = `svc_${mode}_${secret}`;
  return body + computeChecksum(body);
}

/** Whether a text has the format and the checksum of a tenant key. */
export function hasKeyFormat(text: string): boolean {
  const [, body, checksum] = keyFormat.exec(text) ?? [];
  return body !== undefined && computeChecksum(body) === checksum;
}

/** What is stored instead of a key. Without the pepper, a stolen database does not allow guessing keys. */
export function hashKey(key: string, pepper: Buffer): string {
  return createHmac("sha256", pepper).update(key).digest("base64url");
}

/** The beginning of a key, to recognise it in a list. */
export function toKeyHint(key: string): string {
  return `${key.slice(0, 13)}…`;
}

/** CRC-32 in base 62, with leading zeros. */
function computeChecksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let count = 0; count < checksumLength; count += 1) {
    text = (digits[rest % digits.length] ?? "") + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}
