import { hash as computeHash } from "node:crypto";
import { LRUCache } from "lru-cache";

const keysMax = 10_000;

/**
 * The stored hashes of keys that were accepted, so that neither the format of a key nor its hash with the pepper is computed for
 * every request. A remembered key is not an allowed one: the key directory decides that at each request. Keys are remembered by
 * a digest; none stays in memory.
 */
export interface AcceptedKeys {
  /** What `add` was given for this key. */
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
