import { createHash, timingSafeEqual } from "node:crypto";

export type IsOperatorKey = (candidate: string) => boolean;

/** Compares without telling by its duration how much of the candidate was right; the hash makes both equally long. */
export function createOperatorKeyCheck(operatorKey: string): IsOperatorKey {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(operatorKey);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
