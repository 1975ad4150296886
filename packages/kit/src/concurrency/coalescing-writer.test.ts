import { expect, test } from "vitest";
import { createCoalescingWriter } from "./coalescing-writer.js";

test("items that arrive together, or during a write, go together into one write, and get its result", async () => {
  const batches: number[][] = [];
  const later: Promise<number>[] = [];
  const add = createCoalescingWriter<number, number>(async (items) => {
    if (batches.push([...items]) === 1) later.push(add(4), add(5));
    return items.length;
  });
  expect(await Promise.all([1, 2, 3].map(add))).toEqual([3, 3, 3]);
  expect(await Promise.all(later)).toEqual([2, 2]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test("a failed write rejects its own items only", async () => {
  const add = createCoalescingWriter<number>(async (items) => {
    if (items.includes(2)) throw new Error("no");
  });
  const results = await Promise.allSettled([1, 2, 3].map(add));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await expect(add(4)).resolves.toBeUndefined();
});
