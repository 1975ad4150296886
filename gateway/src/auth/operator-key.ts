import { createHash, timingSafeEqual } from "node:crypto";

export type IsOperatorKey = (candidate: string) => boolean;

/** Compares in constant time. Both sides are hashed first, because `timingSafeEqual` needs equal lengths. */
export function createOperatorKeyCheck(operatorKey: string): IsOperatorKey {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(operatorKey);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
