import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { normalizeValue } from "@tenant-ops/kit/texts";
import type { OpenUse } from "../limits/usage.rules.js";

/** A code that was sent to a phone and not entered yet. */
export interface PendingCode {
  /** In E.164, such as +525512345678. */
  phone: string;
  /** HMAC of the code; the key is in no database. */
  hash: string;
  attemptsLeft: number;
  /** What it gives back when it is entered. */
  openUses: OpenUse[];
  sentAt: Date;
  expiresAt: Date;
}

export const codeMs = 10 * 60_000;
export const attemptsMax = 5;

/** @param keys the setting FLOW_SECRET_KEY: the first key makes hashes, all of them check */
export interface CodeHasher {
  hash(signInId: string, code: string): string;
  matches(signInId: string, code: string, hash: string): boolean;
}

/** Keyed, because there are only a million codes: with a copy of the database but without the keys, they cannot be tried. */
export function createCodeHasher(keys: readonly Buffer[]): CodeHasher {
  const derived = keys.map((key) => deriveKey(key, "codes of visitors"));
  const compute = (key: Buffer, signInId: string, code: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([signInId, code]))
      .digest("base64url");
  const [current] = derived;
  if (!current) throw new Error("codes need a key");
  return {
    hash: (signInId, code) => compute(current, signInId, code),
    matches: (signInId, code, hash) =>
      derived.some((key) => timingSafeEqual(Buffer.from(compute(key, signInId, code)), Buffer.from(hash))),
  };
}

/** A key for one purpose. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
}

export function createPendingCode(given: Pick<PendingCode, "phone" | "hash" | "openUses">, now: Date): PendingCode {
  return { ...given, attemptsLeft: attemptsMax, sentAt: now, expiresAt: new Date(now.getTime() + codeMs) };
}

/** What a visitor typed, without the blanks and dashes that people and keyboards add; undefined when it cannot be a code. */
export function readCode(text: string): string | undefined {
  const digits = normalizeValue(text).replaceAll(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
