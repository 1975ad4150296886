import { hash as computeHash } from "node:crypto";
import { LRUCache } from "lru-cache";

const keysMax = 10_000;

/**
 * Remembers the stored hashes of accepted keys, so that the format of a key is not checked, and its hash with the pepper is not computed, for every
 * request. A remembered key may be revoked: the key directory decides that at each request. Keys are remembered by a digest; the keys themselves do
 * not stay in memory.
 */
export interface AcceptedKeys {
  /** The hash that was added for this key. */
  findHash(apiKey: string): string | undefined;
  add(apiKey: string, hash: string): void;
}

export function createAcceptedKeys(): AcceptedKeys {
  const hashes = new LRUCache<string, string>({ max: keysMax });
  const toDigest = (apiKey: string) => computeHash("sha256", apiKey, "base64");
  return {
    findHash: (apiKey) => hashes.get(toDigest(apiKey)),
    add: (apiKey, hash) => void hashes.set(toDigest(apiKey), hash),
  };
}
