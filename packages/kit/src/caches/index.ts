import { LRUCache } from "lru-cache";

export type Cache<Value extends {}> = LRUCache<string, Value>;

interface CacheOptions<Value> {
  /** Entries; with `sizeOf` the sum of their sizes. */
  max: number;
  /** Milliseconds after which an entry is forgotten. */
  ttl?: number;
  sizeOf?: (value: Value) => number;
}

const one = (): number => 1;

/**
 * A cache that forgets what was not used for the longest time. It needs memory for the entries that it has: with the library's own `max` it would take
 * that of `max` entries at once.
 */
export const createCache = <Value extends {}>({ max, ttl = 0, sizeOf = one }: CacheOptions<Value>): Cache<Value> =>
  new LRUCache({ maxSize: max, ttl, sizeCalculation: sizeOf });
