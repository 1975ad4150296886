import { expect, test } from "vitest";
import { CountSlots, countSlots } from "./count-slots.js";

test("transactions of a business at once get different slots, one after another the same", () => {
  const slots = new CountSlots();
  const acquired = Array.from({ length: countSlots }, () => slots.acquire("biz_a", false));
  expect(new Set(acquired.map(({ slot }) => slot)).size).toBe(countSlots);
  for (const { release } of acquired) release();
  const again = slots.acquire("biz_a", false);
  expect(again.slot).toBe(acquired[0]?.slot);
  expect(slots.acquire("biz_b", false).slot).toBe(again.slot);
});

test("a transaction that found no free slot releases no slot of another when it ends", () => {
  const slots = new CountSlots();
  const acquired = Array.from({ length: countSlots }, () => slots.acquire("biz_a", false));
  slots.acquire("biz_a", false).release();
  acquired[3]?.release();
  expect(slots.acquire("biz_a", true).slot).toBe(acquired[3]?.slot);
});
