import { createHmac, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checksumLength = 6;
const keyForm = /^(svc_(?:live|test)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export type KeyMode = "live" | "test";

/** A new key: 190 bits of chance and a checksum, so that scanners recognise a leaked key and typos need no look-up. */
export function createKey(mode: KeyMode): string {
  const secret = Array.from({ length: secretLength }, () => digits[randomInt(digits.length)]).join("");
  const body = `svc_${mode}_${secret}`;
  return body + computeChecksum(body);
}

/** Whether a text has the form and the checksum of a tenant key. */
export function hasKeyFormat(text: string): boolean {
  const [, body, checksum] = keyForm.exec(text) ?? [];
  return body !== undefined && computeChecksum(body) === checksum;
}

/** What is stored in place of a key: without the pepper a stolen database says nothing about keys. */
export function hashKey(key: string, pepper: Buffer): string {
  return createHmac("sha256", pepper).update(key).digest("base64url");
}

/** Enough of a key to recognise it in a list. */
export function toKeyHint(key: string): string {
  return `${key.slice(0, 13)}…`;
}

function computeChecksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let count = 0; count < checksumLength; count += 1) {
    text = (digits[rest % digits.length] ?? "") + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}
