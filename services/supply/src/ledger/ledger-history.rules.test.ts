import { expect, test } from "vitest";
import { planCut } from "./ledger-history.rules.js";
import type { Movement } from "../movements/movements.store.js";

const at = new Date(0);
const row = (centerStockId: string, seq: number, quantityAfter = seq): Movement => ({
  ...{ _id: `${centerStockId}-${seq}`, centerStockId, seq, quantityAfter, at },
  ...{ stockId: "stk_1", serviceCenterId: "ctr_1", delta: 1, reason: "count", ref: "cnt_1", actor: "key_1" },
});

test("rows are deleted from the beginning of each ledger, whatever the order in which they are given", () => {
  const { ids, moved } = planCut([row("b", 1), row("a", 2, 7), row("a", 1)], new Map());
  expect([...ids].toSorted()).toEqual(["a-1", "a-2", "b-1"]);
  expect(moved).toContainEqual({ _id: "a", seq: 2, quantity: 7, at });
});

test("a row after one that is kept is kept too", () => {
  const { ids, moved } = planCut([row("a", 4), row("a", 5), row("a", 7)], new Map([["a", { seq: 3 }]]));
  expect([...ids]).toEqual(["a-4", "a-5"]);
  expect(moved).toMatchObject([{ seq: 5 }]);
  expect(planCut([row("a", 2)], new Map()).moved).toEqual([]);
});
