import { createHmac, hkdfSync, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checksumLength = 6;
const keyFormat = /^(svc_(?:live|test)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export type KeyMode = "live" | "test";

/** A new key: 190 random bits and a checksum. By the checksum a scanner recognises a leaked key, and a typo is found without a look-up. */
export function createKey(mode: KeyMode): string {
  return formatKey(
    mode,
    Array.from({ length: secretLength }, () => randomInt(digits.length)),
  );
}

/**
 * Derives the same key for the same request: a repeated request shows the key again, although it is not stored. Without the pepper it cannot be
 * derived.
 * @param requestName differs for any two requests that create a key
 */
export function deriveKey(mode: KeyMode, pepper: Buffer, requestName: string): string {
  const bytes = [...new Uint8Array(hkdfSync("sha256", pepper, "", `tenant key\0${requestName}`, 8 * secretLength))];
  // Higher bytes are skipped: they would make the first digits more frequent than the others.
  const evenMax = 256 - (256 % digits.length);
  return formatKey(mode, bytes.filter((byte) => byte < evenMax).slice(0, secretLength));
}

function formatKey(mode: KeyMode, numbers: readonly number[]): string {
  const body = `svc_${mode}_${numbers.map((number) => digits[number % digits.length]).join("")}`;
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

/** The beginning of a key, which identifies it in a list. */
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
