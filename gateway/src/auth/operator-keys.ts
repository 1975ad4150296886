import { createHash, timingSafeEqual } from "node:crypto";

/** The key of one operator. The name is written to the log and to the records of the operator's calls. */
export interface OperatorKey {
  name: string;
  key: string;
}

/** @returns the name of the operator whose key this is */
export type FindOperator = (candidate: string) => string | undefined;

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;
const keyPattern = /^[^\s,:]{32,}$/;

/**
 * `ana:<key>,ben:<key>`. One operator may have two keys during a rotation, under two names.
 * @returns the keys, or a sentence that describes the error and contains no key
 */
export function parseOperatorKeys(text: string): OperatorKey[] | string {
  const keys: OperatorKey[] = [];
  for (const [index, entry] of text.split(",").entries()) {
    const [name = "", key = "", rest] = entry.trim().split(":");
    if (key === "" || rest !== undefined) return `entry ${index + 1} is not <name>:<key>`;
    if (!namePattern.test(name))
      return `the name of entry ${index + 1} must be 1 to 32 letters, digits, ".", "_" or "-"`;
    if (!keyPattern.test(key)) return `the key of ${name} must be at least 32 characters without spaces`;
    if (keys.some((other) => other.name === name)) return `the name ${name} is given twice`;
    if (keys.some((other) => other.key === key)) return `the key of ${name} is given twice`;
    keys.push({ name, key });
  }
  return keys;
}

/** Compares with every key, in constant time. Both sides are hashed first, because `timingSafeEqual` needs equal lengths. */
export function createOperatorFinder(keys: readonly OperatorKey[]): FindOperator {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const known = keys.map(({ name, key }) => ({ name, expected: digest(key) }));
  return (candidate) => {
    const given = digest(candidate);
    const [found] = known.filter(({ expected }) => timingSafeEqual(given, expected));
    return found?.name;
  };
}
