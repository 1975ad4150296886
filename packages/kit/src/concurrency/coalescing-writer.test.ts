import { expect, test } from "vitest";
import { createCoalescingWriter } from "./coalescing-writer.js";

test("items that arrive during a write go together into the next one", async () => {
  const batches: number[][] = [];
  const add = createCoalescingWriter<number>(async (items) => void batches.push([...items]));
  await Promise.all([1, 2, 3].map(add));
  await add(4);
  expect(batches).toEqual([[1], [2, 3], [4]]);
});

test("a failed write rejects its own items only", async () => {
  const add = createCoalescingWriter<number>(async (items) => {
    if (items.includes(2)) throw new Error("no");
  });
  const results = await Promise.allSettled([1, 2, 3].map(add));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(add(4)).resolves.toBeUndefined();
});
