import { expect, test } from "vitest";
import { createCache } from "./index.js";

test("a cache has at most its number of entries, and forgets the one that was not used for the longest time", () => {
  const cache = createCache<number>({ max: 2 });
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect([...cache.entries()]).toEqual([
    ["c", 3],
    ["a", 1],
  ]);
});

test("with sizes, it has at most their sum", () => {
  const cache = createCache<string>({ max: 5, sizeOf: ({ length }) => length });
  cache.set("a", "123");
  cache.set("b", "12");
  cache.set("c", "1");
  expect([...cache.keys()]).toEqual(["c", "b"]);
});

test("an empty cache takes no memory for the entries that it may have", () => {
  const before = process.memoryUsage();
  const caches = Array.from({ length: 100 }, () => createCache<number>({ max: 100_000 }));
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  expect(caches).toHaveLength(100);
  // With the memory of all entries it would be 200 MB.
  expect(bytes).toBeLessThan(20e6);
});
