import { expect, test } from "vitest";
import { createGiftRow, readClaimCode, type RouletteValues, toChances, toNewRoulette } from "./roulettes.rules.js";

const values: RouletteValues = {
  name: "Summer",
  typeId: 2,
  timeToWin: 5,
  timeToLose: 5,
  textToWin: "Won",
  textToLose: "Lost",
  termsAndConditions: "None",
  max_wins: 1,
  spinsPerVisitor: 1,
  time_to_expire: 24,
  time_unit: "hours",
};
const catalogue = {
  gifts: [
    { _id: "gft_points", name: "Points" },
    { _id: "gft_lose", name: "Perder" },
    { _id: "gft_item", name: "Fisico" },
  ],
  roulettes: [{ _id: 2, name: "premium" }],
};

test("a roulette names its type and those of its gifts by the rows of the catalogues", () => {
  const input = toNewRoulette(values, [createGiftRow(0, "Points"), createGiftRow(1, "Perder")], catalogue);
  expect(input.typeOfRoulette).toEqual({ _id: 2, name: "premium" });
  expect(input.gifts.map(({ typeOfGift }) => typeOfGift)).toEqual(catalogue.gifts.slice(0, 2));
});

test("an item is sent for a physical gift only, and units never for a gift without prize", () => {
  const full = { quantity: 3, item_id: "itm_1" };
  const rows = [
    { ...createGiftRow(0, "Fisico"), ...full },
    { ...createGiftRow(1, "Points"), ...full },
    { ...createGiftRow(2, "Perder"), ...full },
  ];
  expect(toNewRoulette(values, rows, catalogue).gifts).toMatchObject([full, { quantity: 3 }, {}]);
  const [, points, lose] = toNewRoulette(values, rows, catalogue).gifts;
  expect(points).not.toHaveProperty("item_id");
  expect(lose).not.toHaveProperty("quantity");
});

test("chances are shares of all weights; a missing or negative weight is none", () => {
  expect(toChances([1, 3, undefined, -2])).toEqual([25, 75, 0, 0]);
  expect(toChances([0, undefined])).toEqual([0, 0]);
});

test.each([
  ["7kmd-2xwq", "7KMD2XWQ"],
  [" 7KMD 2XWQ ", "7KMD2XWQ"],
  ["7KMD2XW", ""],
  ["7KMD-2XWQ-9", ""],
  ["", ""],
])("what was typed, %j, is the code %j", (typed, code) => expect(readClaimCode(typed)).toBe(code));
