import { expect, test } from "vitest";
import { chooseFairly } from "./fair-order.rules.js";

test("many requests of one business do not delay the requests of another", () => {
  const ofLarge = Array.from({ length: 5 }, (_, number) => ({ businessId: "large", number }));
  const due = [...ofLarge, { businessId: "small", number: 0 }, { businessId: "third", number: 0 }];
  expect(chooseFairly(due, new Map(), 2)).toEqual([ofLarge[0], due[5]]);
  const workedAt = new Map([
    ["large", 2],
    ["small", 1],
  ]);
  expect(chooseFairly(due, workedAt, 2).map(({ businessId }) => businessId)).toEqual(["third", "small"]);
});
